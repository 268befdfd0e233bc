/* The case D = 0 at all angles, such as a platform whose legs are parallel to one plane: N = 0 gives the angles, as in
   `_without_determinant` and `_at_angle` of one_turn.py. There the linear equations leave a line, and the pivot two points on it. */

#define ROUND_OFF 1e-12

/* the component of N that is largest on the unit circle, by its Fourier coefficients; returns its harmonics, or -1 if D is not 0 */
static int without_determinant(const struct equations *l, C *a)
{
    double N[POINTS][3], most[3] = {0}, size = 0;
    int best = 0, high = 0;
    C turn[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double D;
        turn[i] = cexp(I * (6.283185307179586 * i / POINTS));
        const double A = cramer(l, 0, creal(turn[i]), cimag(turn[i]), &D, N[i]);
        if (!(fabs(D) < ROUND_OFF * fmax(A * A * A, 1e-3))) return -1;
        for (int j = 0; j < 3; j++) most[j] = fmax(most[j], fabs(N[i][j]));
    }
    for (int j = 1; j < 3; j++)
        if (most[j] > most[best]) best = j;
    for (int h = 0; h < POINTS; h++) {
        a[h] = 0;
        for (int i = 0; i < POINTS; i++) a[h] += N[i][best] * conj(turn[h * i % POINTS]) / POINTS;
        size = fmax(size, cabs(a[h]));
    }
    for (int h = 1; h < POINTS / 2; h++)
        if (cabs(a[h]) > 1e-11 * size) high = h;
    return high;
}

/* the line u + s n that the linear equations leave at an angle; returns 0 if they leave more, or contradict each other */
static int line(const struct equations *l, double angle, double *u, double *n)
{
    const double c = cos(angle), s = sin(angle);
    double A[3][3], b[3], J[4][4], most = 0, size = 0;
    int third = 0;
    for (int r = 0; r < 3; r++) {
        b[r] = -(l->g[r + 1][0] + c * l->g[r + 1][1] + s * l->g[r + 1][2]);
        for (int i = 0; i < 3; i++) {
            A[r][i] = l->v[r + 1][0][i] + c * l->v[r + 1][1][i] + s * l->v[r + 1][2][i];
            size = fmax(size, fabs(A[r][i]));
        }
    }
    for (int r = 0; r < 3; r++) {
        const double *p = A[(r + 1) % 3], *q = A[(r + 2) % 3];
        const double across[3] = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
        const double length = sqrt(dot(across, across));
        if (!(length > most)) continue;
        most = length;
        third = r;
        for (int i = 0; i < 3; i++) n[i] = across[i] / length;
    }
    if (!(most > 1e-4 * size * size)) return 0;
    for (int i = 0; i < 3; i++) {
        J[0][i] = A[(third + 1) % 3][i];
        J[1][i] = A[(third + 2) % 3][i];
        J[2][i] = n[i];
    }
    u[0] = b[(third + 1) % 3];
    u[1] = b[(third + 2) % 3];
    u[2] = 0;
    return eliminate(J, u, 3) && fabs(dot(A[third], u) - b[third]) < 1e-9;
}

/* the points y (2, 4), angle and u, of the pivot on the line at an angle; returns their number, or -1 if they nearly meet */
static int on_line(const struct equations *e, const struct equations *l, double angle, double y[2][4])
{
    const double c = cos(angle), s = sin(angle);
    double u[3], n[3], v[3];
    if (!line(l, angle, u, n)) return -1;
    for (int i = 0; i < 3; i++) v[i] = e->v[0][0][i] + c * e->v[0][1][i] + s * e->v[0][2][i];
    const double half = dot(u, n) + dot(v, n) / e->k[0] / 2;
    const double constant = dot(u, u) + (dot(v, u) + e->g[0][0] + c * e->g[0][1] + s * e->g[0][2]) / e->k[0];
    const double inside = half * half - constant;
    if (!(sqrt(fabs(inside)) > 1e-2 * (1 + fabs(half)))) return -1;
    if (inside < 0) return 0;
    for (int side = 0; side < 2; side++) {
        y[side][0] = angle;
        for (int i = 0; i < 3; i++) y[side][1 + i] = u[i] + ((side ? 1 : -1) * sqrt(inside) - half) * n[i];
    }
    return 2;
}

static long line_poses(const struct task *t, const struct equations *e, const struct equations *l)
{
    C all[POINTS], a[MOST + 1], z[MOST];
    double y[2][4];
    long found = 0;
    const int n = e->d == 3 && !is_linear(e) ? 2 * without_determinant(l, all) : -1;
    if (n < 2 || 2 * n > MOST) return -1;
    for (int i = 0; i <= n; i++) a[i] = all[(i - n / 2 + POINTS) % POINTS];
    if (!(cabs(a[n]) > 1e-8 * cabs(a[n / 2])) || !roots(a, n, z)) return -1;
    for (int i = 0; i < n; i++) {
        if (!(fabs(cabs(z[i]) - 1) < ON_CIRCLE)) continue;
        if (!is_apart(z, i)) return -1;
        const int points = on_line(e, l, carg(z[i]), y);
        for (int k = 0; k < points; k++) {
            if (newton(e, y[k]) != 1 || !(fabs(y[k][0] - carg(z[i])) < APART / 3)) return -1;
            found = add_turned(t, e, found, y[k]);
        }
        if (points < 0) return -1;
    }
    return found;
}
