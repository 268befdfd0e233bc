"""Motion in time of compiled models."""
