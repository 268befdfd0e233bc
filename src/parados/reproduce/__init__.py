"""The tables and figures of the source documents, regenerated: one module a document, one function an entry.

`index` names them all, `entry` says what one yields, `running` computes and writes them, `report` tells what came out.
"""
