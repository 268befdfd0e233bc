"""Text that leaves parados: one module for each border, so that a name in a robot file stays a name wherever it is shown."""
