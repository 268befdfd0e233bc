"""Tables, statistics and files about a motion, a map and a robot, for commands, sources, notebooks and studies."""
