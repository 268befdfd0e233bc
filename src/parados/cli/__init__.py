"""The command `parados`: tables, figures and files from the models; no mathematics of its own."""
