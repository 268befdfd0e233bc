"""Manage the files that parados stores: the cache folder, its checked entries, and scratch folders."""
