"""Compare the number of operations of the full elastodynamic model of the DualEMPS to section 10.7 of the book."""

from deformed import elastic

PRINTED = {"additions": 1287, "multiplications": 1555}
"""Operators + and -, * and / of the printed model, 2842 in total."""


def test_the_full_model_takes_less_than_half_of_the_printed_operations():
    """M and c of (10.123) as functions of z and zd: two actuated and nine other independent coordinates; friction included."""
    own = elastic("dualemps", True)
    counts = own.kernel().operations
    assert len(own.names) == 17 and len(own.independent) == 11 and len(own.dependent) == 6
    assert counts["+"] + counts["-"] <= 0.5 * PRINTED["additions"]
    assert counts["*"] + counts["/"] <= 0.5 * PRINTED["multiplications"]
    assert own.model.kernel("elastic_matrices").operations["total"] <= 278
