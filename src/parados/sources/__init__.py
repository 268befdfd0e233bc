"""The source documents: each with its own model, corrected and in its own notation, and with its tables and figures regenerated.

`index` names all tables and figures, `entry` defines one, `running` computes and writes them, `report` compares them with the
print.
"""
