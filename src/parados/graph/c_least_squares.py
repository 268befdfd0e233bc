"""Write the C function that solves a small dense least-squares problem.

A square problem is solved by elimination with row pivots, written without loops: they would take longer than the arithmetic.
Otherwise the columns are orthogonalised by the modified Gram-Schmidt method, the longest remaining column first (Golub & Van
Loan, Matrix Computations, 4th ed., 3.4, 5.2.8 and 5.5.6). The problem counts as singular if a pivot, or the length of a column,
is small against the largest one.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["least_squares_source"]

_ORTHOGONAL = """
static int {name}(double A[{mn}], double b[{m}], double u[{n}], double *sense)
{{
  double R[{nn}], c[{n}], longest = 0.0;
  int order[{n}], i, j, k;
  for (j = 0; j < {n}; ++j) order[j] = j;
  for (k = 0; k < {n}; ++k) {{
    double best = -1.0, length, sum = 0.0;
    int place = k, p;
    for (j = k; j < {n}; ++j) {{
      double square = 0.0;
      for (i = 0; i < {m}; ++i) square += A[i * {n} + order[j]] * A[i * {n} + order[j]];
      if (square > best) {{ best = square; place = j; }}
    }}
    p = order[place];
    order[place] = order[k];
    order[k] = p;
    length = sqrt(best);
    if (k == 0) longest = length;
    if (!(length > {singular!r} * longest)) return 0;
    for (i = 0; i < {m}; ++i) {{
      A[i * {n} + p] /= length;
      sum += A[i * {n} + p] * b[i];
    }}
    R[k * {n} + p] = length;
    c[k] = sum;
    for (i = 0; i < {m}; ++i) b[i] -= sum * A[i * {n} + p];
    for (j = k + 1; j < {n}; ++j) {{
      double product = 0.0;
      for (i = 0; i < {m}; ++i) product += A[i * {n} + p] * A[i * {n} + order[j]];
      R[k * {n} + order[j]] = product;
      for (i = 0; i < {m}; ++i) A[i * {n} + order[j]] -= product * A[i * {n} + p];
    }}
  }}
  for (k = {n} - 1; k >= 0; --k) {{
    double sum = c[k];
    for (j = k + 1; j < {n}; ++j) sum -= R[k * {n} + order[j]] * u[order[j]];
    u[order[k]] = sum / R[k * {n} + order[k]];
  }}
  *sense = 1.0;
  return 1;
}}
"""

_SQUARE = """
static int {name}(double A[{nn}], double b[{n}], double u[{n}], double *sense)
{{
  double smallest = INFINITY, greatest = 0.0, sign = 1.0;
  double *row[{n}], *right[{n}], inverse[{n}], largest = 0.0;
  int i;
  for (i = 0; i < {nn}; ++i) if (fabs(A[i]) > largest) largest = fabs(A[i]);
  for (i = 0; i < {n}; ++i) {{ row[i] = A + {n} * i; right[i] = b + i; }}
{body}
  *sense = sign * smallest / greatest;
  return 1;
}}
"""

_PIVOT = """  {{
    double best = fabs(row[{k}][{k}]);
    int place = {k};
    for (i = {k} + 1; i < {n}; ++i) if (fabs(row[i][{k}]) > best) {{ best = fabs(row[i][{k}]); place = i; }}
    if (!(best > {singular!r} * largest)) return 0;
    if (place != {k}) {{
      double *const kept = row[{k}], *const held = right[{k}];
      row[{k}] = row[place];
      row[place] = kept;
      right[{k}] = right[place];
      right[place] = held;
      sign = -sign;
    }}
    if (row[{k}][{k}] < 0.0) sign = -sign;
    if (best < smallest) smallest = best;
    if (best > greatest) greatest = best;
  }}"""


def _eliminated(n: int, singular: float) -> Iterator[str]:
    """Write elimination and back substitution of a square system; entry (i, j) is row[i][j], the right-hand side *right[i]."""
    for k in range(n):
        yield _PIVOT.format(k=k, n=n, singular=singular)
        yield f"  inverse[{k}] = 1.0 / row[{k}][{k}];"
        if k + 1 == n:
            break
        pivots = [f"p{j} = row[{k}][{j}]" for j in range(k + 1, n)]
        yield f"  {{\n    const double {', '.join(pivots)}, s = *right[{k}];"
        for i in range(k + 1, n):
            yield f"    {{ double *const r = row[{i}]; const double f = r[{k}] * inverse[{k}];"
            yield "      " + " ".join(f"r[{j}] -= f * p{j};" for j in range(k + 1, n)) + f" *right[{i}] -= f * s; }}"
        yield "  }"
    for k in reversed(range(n)):
        known = "".join(f" - row[{k}][{j}] * u[{j}]" for j in range(k + 1, n))
        yield f"  u[{k}] = (*right[{k}]{known}) * inverse[{k}];"


def least_squares_source(name: str, rows: int, columns: int, singular: float) -> str:
    """Write `static int NAME(A, b, u, sense)`: u minimises |A u - b|; it returns 0 if A is singular.

    A is stored by rows; A and b are overwritten. rows >= columns. `*sense` has the sign of the determinant and the size of the
    smallest pivot over the largest one; it is 1 if A is not square.

    singular : pivot over the largest entry, or length of a column over that of the longest one, below which A is singular
    """
    sizes = {"m": rows, "n": columns, "mn": rows * columns, "nn": columns * columns}
    if rows == columns:
        return _SQUARE.format(name=name, **sizes, body="\n".join(_eliminated(columns, float(singular))))
    return _ORTHOGONAL.format(name=name, **sizes, singular=float(singular))
