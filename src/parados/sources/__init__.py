"""The source documents: the model of each one, corrected and in its own notation, and its tables and figures, computed again.

`index` lists all tables and figures (the entries), `entry` defines the result of one, `running` computes and writes them, and
`reproduction_report` compares them with the printed values. In comments and docstrings, `printed: ...` tells what the document
prints where the code differs from it; docs/errata.md gives the reasons. A model that is called "corrected" has these changes.
"""
