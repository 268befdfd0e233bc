"""Singular poses of Briot & Khalil and motions through them: Figs. 7.18-7.22, sections 9.4 and 9.5."""
