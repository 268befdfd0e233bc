"""Escape text for output, one module for each format, so that a name in a robot file is always shown as plain text."""
