"""Mutated robot files and odd calls, in numbers: each must work rightly or be refused in plain sentences."""
