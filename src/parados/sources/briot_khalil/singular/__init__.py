"""Briot & Khalil's singular poses and the motions through them: Figs. 7.18-7.22, sections 9.4 and 9.5."""
