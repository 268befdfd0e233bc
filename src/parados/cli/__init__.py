"""Command `parados`: prints tables and writes figures and files. All computations are in other packages."""
