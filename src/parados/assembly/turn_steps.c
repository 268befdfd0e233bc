/* Roots of the polynomial of one_turn.py, and Newton's method on its equations.

   Aberth, Iteration methods for finding all zeros of a polynomial simultaneously, Mathematics of Computation 27 (1973). */

#define ON_CIRCLE 1e-4
#define APART 1e-3 /* smallest distance of two roots near the unit circle that is left to C */
#define CLOSED 1e-10
#define ITERATIONS 80

/* all roots z (n) of a polynomial a (n + 1), lowest power first, by Aberth's method; returns 0 if it does not converge */
static int roots(const C *a, int n, C *z)
{
    int open = n;
    for (int k = 0; k < n; k++) z[k] = (1 + 0.3 * (k + 1) / n) * cexp(I * (6.283185307179586 * k / n + 0.4));
    for (int round = 0; round < ITERATIONS && open; round++) {
        open = 0;
        for (int k = 0; k < n; k++) {
            C p = a[n], rate = 0, others = 0;
            double size = cabs(a[n]);
            const double length = cabs(z[k]);
            for (int i = n - 1; i >= 0; i--) {
                rate = rate * z[k] + p;
                p = p * z[k] + a[i];
                size = size * length + cabs(a[i]);
            }
            if (cabs(p) <= 1e-15 * size) continue;
            for (int i = 0; i < n; i++)
                if (i != k) others += 1 / (z[k] - z[i]);
            z[k] -= p / (rate - p * others);
            if (!(cabs(z[k]) < 1e12)) return 0;
            open++;
        }
    }
    return !open;
}

/* tell whether root i is not near one of the roots before it that are near the unit circle */
static int is_apart(const C *z, int i)
{
    for (int j = 0; j < i; j++)
        if (fabs(cabs(z[j]) - 1) < ON_CIRCLE && cabs(z[i] - z[j]) < APART) return 0;
    return 1;
}

/* solve J (n, n) step = residual by elimination, the result in residual; returns 0 if J is singular */
static int eliminate(double J[4][4], double *residual, int n)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int r = k + 1; r < n; r++)
            if (fabs(J[r][k]) > fabs(J[best][k])) best = r;
        if (!(fabs(J[best][k]) > 1e-13)) return 0;
        for (int c = 0; c < n; c++) { const double x = J[k][c]; J[k][c] = J[best][c]; J[best][c] = x; }
        const double x = residual[k]; residual[k] = residual[best]; residual[best] = x;
        for (int r = k + 1; r < n; r++) {
            const double f = J[r][k] / J[k][k];
            for (int c = k; c < n; c++) J[r][c] -= f * J[k][c];
            residual[r] -= f * residual[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int c = k + 1; c < n; c++) residual[k] -= J[k][c] * residual[c];
        residual[k] /= J[k][k];
    }
    return 1;
}

/* refine y = angle, u; returns 1 if the equations close, 0 if not, -1 if the Jacobian is singular */
static int newton(const struct equations *e, double *y)
{
    double before, size = INFINITY;
    for (int round = 0; round < 8; round++) {
        const double c = cos(y[0]), s = sin(y[0]), *u = y + 1;
        double J[4][4], residual[4];
        before = size;
        size = 0;
        for (int r = 0; r <= e->d; r++) {
            residual[r] = e->g[r][0] + c * e->g[r][1] + s * e->g[r][2];
            J[r][0] = c * e->g[r][2] - s * e->g[r][1];
            for (int i = 0; i < e->d; i++) {
                const double v = e->v[r][0][i] + c * e->v[r][1][i] + s * e->v[r][2][i];
                residual[r] += (e->k[r] * u[i] + v) * u[i];
                J[r][0] += (c * e->v[r][2][i] - s * e->v[r][1][i]) * u[i];
                J[r][1 + i] = 2 * e->k[r] * u[i] + v;
            }
            size = fmax(size, fabs(residual[r]));
        }
        if (size < 1e-14 || (size < CLOSED && size > before / 3)) break;
        if (!eliminate(J, residual, e->d + 1)) return -1;
        for (int i = 0; i <= e->d; i++) y[i] -= residual[i];
    }
    return size < CLOSED;
}

/* u at the angle y[0], by the equations with the largest D; returns 0 if it is near 0 */
static int start(const struct equations *e, const struct equations *l, double *y)
{
    double D, N[3], best = 0;
    int plain = 0;
    for (int without = 0; without <= (is_linear(e) ? e->d : 0); without++) {
        const double A = cramer(l, without, cos(y[0]), sin(y[0]), &D, N);
        if (!(fabs(D) > best)) continue;
        best = fabs(D);
        plain = best > 1e-5 * fmax(pow(A, e->d), 1e-3);
        for (int j = 0; j < e->d; j++) y[1 + j] = N[j] / D;
    }
    return plain;
}

/* the pose of y = angle, u */
static long add_turned(const struct task *t, const struct equations *e, long place, const double *y)
{
    const double c = cos(y[0]), s = sin(y[0]), turn[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
    double left[9], R[9], own[3], p[3];
    for (int i = 0; i < 3; i++) {
        own[i] = e->origin[i] - dot(turn + 3 * i, e->point);
        for (int k = 0; k < e->d; k++) own[i] += t->axes[e->d * i + k] * y[1 + k];
    }
    for (int i = 0; i < 3; i++) p[i] = dot(t->before + 3 * i, own);
    multiply(t->before, turn, left);
    multiply(left, t->after, R);
    return add_pose(t, place, R, p, y[0]);
}
