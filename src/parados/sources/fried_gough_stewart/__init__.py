"""Fried, Djouani, Borojeni and Iqbal, An Inverse Dynamic Model of the Gough-Stewart Platform: Table 1 and Figs. 3-9."""
