/* What the solvers of quick_poses.py share: the forms of norm 1, and the poses that satisfy all of them.

   A solver returns the number of its poses, or -1 if this case is left to Python. Lengths are in sizes of the robot. */

#include <complex.h>
#include <math.h>

#define MOST 14 /* poses: two for each of seven harmonics */

struct task {
    long long m;               /* number of forms */
    const double *columns;     /* (17, m) forms of any norm */
    const long long *chosen;   /* (6) */
    double *forms;             /* (m, 17) forms of norm 1, written */
    double size, satisfied;
    const double *constant;    /* (6) constant coordinates of the platform */
    long long angle;           /* index of the angle among them; -1 for none */
    const double *before, *after; /* (3, 3): R = before Rz(angle) after */
    long long still_count, moving_count, d;
    const long long *still, *moving;
    const double *axes, *foot; /* (3, d) and (3, still_count), see TurnLayout */
    long long harmonics;
    double *coefficients;      /* (POINTS) complex, written */
    double *frames, *six;      /* (MOST, 4, 4) and (MOST, 6), written, in metres */
    long long complex_count;   /* written */
};

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void multiply(const double *A, const double *B, double *AB)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) AB[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

static void normalise(const struct task *t)
{
    for (long long i = 0; i < t->m; i++) {
        double square = 0;
        for (int c = 0; c < 17; c++) square += t->columns[t->m * c + i] * t->columns[t->m * c + i];
        for (int c = 0; c < 17; c++) t->forms[17 * i + c] = t->columns[t->m * c + i] / sqrt(square);
    }
}

static int satisfies(const struct task *t, const double *R, const double *p)
{
    double values[17];
    for (int c = 0; c < 9; c++) values[c] = R[c];
    for (int c = 0; c < 3; c++) {
        values[9 + c] = p[c];
        values[12 + c] = R[c] * p[0] + R[3 + c] * p[1] + R[6 + c] * p[2];
    }
    values[15] = dot(p, p);
    values[16] = 1;
    for (long long i = 0; i < t->m; i++) {
        double sum = 0;
        for (int c = 0; c < 17; c++) sum += t->forms[17 * i + c] * values[c];
        if (!(fabs(sum) < t->satisfied)) return 0;
    }
    return 1;
}

/* write the pose R, p as number `place` if it satisfies all forms; returns the number of poses after that */
static long add_pose(const struct task *t, long place, const double *R, const double *p, double angle)
{
    if (!satisfies(t, R, p)) return place;
    double *frame = t->frames + 16 * place, *six = t->six + 6 * place;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) frame[4 * i + j] = R[3 * i + j];
        frame[4 * i + 3] = p[i] * t->size;
        frame[12 + i] = 0;
    }
    frame[15] = 1;
    for (int i = 0; i < 6; i++) six[i] = i < 3 ? frame[4 * i + 3] : t->constant[i];
    if (t->angle >= 0) six[t->angle] = angle;
    return place + 1;
}
