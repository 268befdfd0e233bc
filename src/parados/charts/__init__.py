"""The same robot in other coordinates: joints of the tree instead of coordinates of the platform."""
