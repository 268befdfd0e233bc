"""C code of the functions on lanes: vectors of LANES doubles that hold the same quantity of LANES states.

GCC and Clang compute with such vectors by the usual operators. Sine, cosine and arc tangent are written here on vectors, within
2 ulp; arguments outside their range, and rarer functions, go lane by lane through the C library.

References
----------
Sun Microsystems, fdlibm 5.3 (1993): reduction by pi/2 in three parts, polynomials of sine and cosine.
S. L. Moshier, Cephes Mathematical Library (1989): arc tangent as a rational function on |t| <= 0.66.
"""

__all__ = ["LANE_MATH"]

LANE_MATH = """\
#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef long long mask __attribute__((vector_size(8 * LANES)));
typedef struct { lanes sine, cosine; } turn;

#define ALL(c) ((c) - (lanes){0})
#define TRUTH(m) (0.0 - __builtin_convertvector(m, lanes))
#define CHOOSE(m, a, b) ((lanes)(((m) & (mask)(a)) | (~(m) & (mask)(b))))
#define SIGN_BIT ((mask){0} + LLONG_SIGN)
#define LLONG_SIGN (-0x7fffffffffffffffLL - 1)

static inline int lanes_any(mask m)
{
  long long any = 0;
  int l;
  for (l = 0; l < LANES; ++l) any |= m[l];
  return any != 0;
}

static inline lanes lanes_abs(lanes a) { return (lanes)((mask)a & ~SIGN_BIT); }
static inline lanes lanes_copysign(lanes a, lanes b) { return (lanes)(((mask)a & ~SIGN_BIT) | ((mask)b & SIGN_BIT)); }
static inline lanes lanes_max(lanes a, lanes b) { return CHOOSE((a >= b) | (b != b), a, b); }
static inline lanes lanes_if(lanes a, lanes b) { return (lanes)((a != 0.0) & (mask)b); }

#define EACH(f) \\
  static inline lanes lanes_##f(lanes a) { lanes r; int l; for (l = 0; l < LANES; ++l) r[l] = f(a[l]); return r; }
EACH(tan) EACH(asin) EACH(acos) EACH(atan) EACH(exp) EACH(log) EACH(tanh)

#if (LANES == 8 && defined __AVX512F__) || (LANES == 4 && defined __AVX__)
static inline lanes lanes_sqrt(lanes a) { lanes r; __asm__("vsqrtpd %1, %0" : "=v"(r) : "v"(a)); return r; }
#else
EACH(sqrt)
#endif

static inline lanes lanes_pow(lanes a, lanes b) { lanes r; int l; for (l = 0; l < LANES; ++l) r[l] = pow(a[l], b[l]); return r; }

static __attribute__((noinline)) turn lanes_turn(lanes a)
{
  const lanes shifted = a * 6.36619772367581382433e-01 + 6755399441055744.0; /* the last bits are the nearest quadrant */
  const lanes n = shifted - 6755399441055744.0;
  const mask quadrant = (mask)shifted;
  const lanes first = a - n * 1.57079632673412561417e+00, second = n * 6.07710050630396597660e-11;
  const lanes r = first - second, rest = n * 2.02226624879595063154e-21 - ((first - r) - second);
  const lanes x = r - rest, y = (r - x) - rest; /* a = n pi/2 + x + y */
  const lanes z = x * x, z2 = z * z, half = 0.5 * z, one = 1.0 - half;
  const lanes s = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06
                + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  const lanes c = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05))
                + z2 * z2 * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
  const lanes sine = x - ((z * (0.5 * y - z * x * s) - y) - z * x * -1.66666666666666324348e-01);
  const lanes cosine = one + (((1.0 - one) - half) + (z * c - x * y));
  const mask odd = -(quadrant & 1);
  turn t;
  int l;
  t.sine = (lanes)((mask)CHOOSE(odd, cosine, sine) ^ ((quadrant & 2) << 62));
  t.cosine = (lanes)((mask)CHOOSE(odd, sine, cosine) ^ (((quadrant + 1) & 2) << 62));
  if (lanes_any(~(lanes_abs(a) < 8e5)))
    for (l = 0; l < LANES; ++l) if (!(fabs(a[l]) < 8e5)) { t.sine[l] = sin(a[l]); t.cosine[l] = cos(a[l]); }
  return t;
}

static __attribute__((noinline)) lanes lanes_atan2(lanes sine, lanes cosine)
{
  const lanes a = lanes_abs(sine), b = lanes_abs(cosine);
  const mask steep = a > 2.41421356237309504880 * b, middle = ~steep & (a > 0.66 * b);
  const lanes above = CHOOSE(steep, -b, CHOOSE(middle, a - b, a)), below = CHOOSE(steep, a, CHOOSE(middle, a + b, b));
  const lanes t = above / CHOOSE(below == 0.0, ALL(1.0), below), z = t * t;
  const lanes p = (((-8.750608600031904122785e-01 * z - 1.615753718733365076637e+01) * z - 7.500855792314704667340e+01) * z
                - 1.228866684490136173410e+02) * z - 6.485021904942025371773e+01;
  const lanes q = ((((z + 2.485846490142306297962e+01) * z + 1.650270098316988542046e+02) * z + 4.328810604912902668951e+02) * z
                + 4.853903996359136964868e+02) * z + 1.945506571482613964425e+02;
  const mask behind = (mask)cosine < 0;
  const lanes base = CHOOSE(steep, ALL(1.57079632679489661923), CHOOSE(middle, ALL(0.78539816339744830962), ALL(0.0)));
  const lanes more = base * 3.898171832519376e-17; /* 6.12e-17 / (pi/2): what pi/2 and pi/4 lack in double precision */
  const lanes start = CHOOSE(behind, 3.14159265358979323846 - base, base);
  const lanes lacks = CHOOSE(behind, 1.22464679914735317723e-16 - more, more);
  const lanes small = t * (z * p / q) + t;
  lanes angle = lanes_copysign(start + (CHOOSE(behind, -small, small) + lacks), sine);
  int l;
  if (lanes_any(~(a + b <= DBL_MAX) | ~(a + b >= 1e-290)))
    for (l = 0; l < LANES; ++l) if (!(a[l] + b[l] <= DBL_MAX && a[l] + b[l] >= 1e-290)) angle[l] = atan2(sine[l], cosine[l]);
  return angle;
}
"""
"""C declarations and functions on lanes; the macro LANES must be defined before."""
