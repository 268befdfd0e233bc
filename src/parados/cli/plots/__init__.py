"""Figures for a report: axes with units, colours that everyone can tell apart, readable in print."""
