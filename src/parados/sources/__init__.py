"""The source documents: the model of each one, corrected and in its own notation, and its tables and figures, computed again.

`index` lists all tables and figures (the entries), `entry` defines the result of one, `running` computes and writes them, and
`reproduction_report` compares them with the printed values. In the formulas, a comment `printed: ...` quotes the document where
its formula differs from the code; docs/errata.md gives the reasons.
"""
