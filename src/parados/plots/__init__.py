"""Figures: how they look, and robots drawn from their models."""
