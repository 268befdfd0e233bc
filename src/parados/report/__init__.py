"""Tables, statistics and files about motions, maps and robots, for commands, sources and notebooks."""
