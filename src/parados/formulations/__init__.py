"""The models of the source papers in their own notation, corrected, each equal to the general engine."""
