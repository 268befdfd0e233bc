"""Files that parados keeps for itself: the cache folder, its checked entries, and scratch folders."""
