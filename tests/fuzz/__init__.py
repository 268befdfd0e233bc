"""Test many mutated robot files and odd calls: each must give a right result or a plain message."""
