/* The equations of a platform that turns about one direction, as one_turn.py, with the same names. */

typedef double complex C;

#define POINTS 16

/* equations k u . u + v(theta) . u + g(theta) = 0, the pivot first; v and g have factors of 1, cos theta, sin theta */
struct equations { int d; double k[4], v[4][3][3], g[4][3], origin[3], point[3]; };

/* factors for p = origin + u - R point with the points of the form with the largest k, see `_centred` and `_factors` */
static void factors(const struct task *t, double k[6], double v[6][3][3], double g[6][3], double *a, double *b)
{
    double f[6][17], left[9], turned[9], inverse[9], transposed[9];
    int pivot = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) { inverse[3 * i + j] = t->before[3 * j + i]; transposed[3 * i + j] = t->after[3 * j + i]; }
    for (int i = 0; i < 6; i++) {
        const double *own = t->forms + 17 * t->chosen[i];
        multiply(inverse, own, left);
        multiply(left, transposed, turned);
        for (int c = 0; c < 9; c++) f[i][c] = turned[c];
        for (int c = 0; c < 3; c++) { f[i][9 + c] = dot(inverse + 3 * c, own + 9); f[i][12 + c] = dot(t->after + 3 * c, own + 12); }
        f[i][15] = own[15];
        f[i][16] = own[16];
        if (fabs(f[i][15]) > fabs(f[pivot][15])) pivot = i;
    }
    const double most = f[pivot][15];
    for (int c = 0; c < 3; c++) {
        b[c] = fabs(most) < 1e-9 ? 0 : f[pivot][12 + c] / (2 * most);
        a[c] = fabs(most) < 1e-9 ? 0 : -f[pivot][9 + c] / (2 * most);
    }
    for (int i = 0; i < 6; i++) {
        double *L = f[i], *X = L + 9, *Y = L + 12, c = L[16];
        k[i] = L[15];
        c += k[i] * dot(b, b) - dot(Y, b);
        for (int r = 0; r < 3; r++) {
            for (int s = 0; s < 3; s++) L[3 * r + s] -= X[r] * b[s];
        }
        for (int r = 0; r < 3; r++) Y[r] -= 2 * k[i] * b[r];
        c += dot(X, a) + k[i] * dot(a, a);
        for (int r = 0; r < 3; r++)
            for (int s = 0; s < 3; s++) L[3 * r + s] += a[r] * Y[s];
        for (int r = 0; r < 3; r++) X[r] += 2 * k[i] * a[r];
        const double rows[3][3] = {{X[0], X[1], X[2] + Y[2]}, {Y[0], Y[1], 0}, {-Y[1], Y[0], 0}};
        for (int r = 0; r < 3; r++)
            for (int s = 0; s < 3; s++) v[i][r][s] = rows[r][s];
        g[i][0] = L[8] + c;
        g[i][1] = L[0] + L[4];
        g[i][2] = L[3] - L[1];
    }
}

/* eliminate the constant planes, see `TurnEquations.of_forms` */
static void reduce(const struct task *t, struct equations *e)
{
    double k[6], v[6][3][3], g[6][3], foot[3] = {0};
    int pivot = 0;
    factors(t, k, v, g, e->origin, e->point);
    for (int s = 0; s < t->still_count; s++) {
        const long long i = t->still[s];
        const double height = -g[i][0] / sqrt(dot(v[i][0], v[i][0]));
        for (int c = 0; c < 3; c++) foot[c] += t->foot[t->still_count * c + s] * height;
    }
    for (int c = 0; c < 3; c++) e->origin[c] += foot[c];
    e->d = (int)t->d;
    for (int r = 0; r < t->moving_count; r++)
        if (fabs(k[t->moving[r]]) > fabs(k[t->moving[pivot]])) pivot = r;
    for (int r = 0; r < t->moving_count; r++) {
        const long long i = t->moving[r == 0 ? pivot : r == pivot ? 0 : r];
        e->k[r] = k[i];
        for (int h = 0; h < 3; h++) {
            e->g[r][h] = g[i][h] + dot(v[i][h], foot) + (h == 0 ? k[i] * dot(foot, foot) : 0);
            for (int c = 0; c < e->d; c++) {
                e->v[r][h][c] = 0;
                for (int s = 0; s < 3; s++) e->v[r][h][c] += (v[i][h][s] + (h == 0 ? 2 * k[i] * foot[s] : 0)) * t->axes[e->d * s + c];
            }
        }
    }
}

static int is_linear(const struct equations *e) { return fabs(e->k[0]) <= 1e-9; }

/* subtract the pivot from the other equations, unless all are linear */
static void subtract(const struct equations *e, struct equations *linear)
{
    *linear = *e;
    if (is_linear(e)) return;
    for (int r = 1; r <= e->d; r++)
        for (int h = 0; h < 3; h++) {
            linear->g[r][h] -= e->k[r] / e->k[0] * e->g[0][h];
            for (int c = 0; c < e->d; c++) linear->v[r][h][c] -= e->k[r] / e->k[0] * e->v[0][h][c];
        }
}

/* D and N of Cramer's rule at an angle, for all equations but one; returns the largest entry of A */
static double cramer(const struct equations *l, int without, double c, double s, double *D, double *N)
{
    double A[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, b[3] = {0}, most = 0, minor[3][3];
    for (int r = 0; r < l->d; r++) {
        const int own = r + (r >= without);
        b[r] = -(l->g[own][0] + c * l->g[own][1] + s * l->g[own][2]);
        for (int i = 0; i < l->d; i++) {
            A[r][i] = l->v[own][0][i] + c * l->v[own][1][i] + s * l->v[own][2][i];
            if (fabs(A[r][i]) > most) most = fabs(A[r][i]);
        }
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            minor[i][j] = A[(i + 1) % 3][(j + 1) % 3] * A[(i + 2) % 3][(j + 2) % 3] - A[(i + 1) % 3][(j + 2) % 3] * A[(i + 2) % 3][(j + 1) % 3];
    *D = dot(A[0], minor[0]);
    for (int j = 0; j < 3; j++) N[j] = minor[0][j] * b[0] + minor[1][j] * b[1] + minor[2][j] * b[2];
    return most;
}

/* tell whether all linear equations may vanish at one angle, or this is hard to tell, see `_has_circle` */
static int may_have_circle(const struct equations *l)
{
    double p = 0, q = 0, r = 0, u = 0, w = 0, most = 0, left = 0;
    if (!l->d || is_linear(l)) return 0;
    for (int pass = 0; pass < 2; pass++) {
        const double determinant = p * q - r * r, x = (q * u - r * w) / determinant, y = (p * w - r * u) / determinant;
        if (pass && !(determinant >= 1e-6 * p * q && determinant > 0)) return 1;
        for (int i = 1; i <= l->d; i++)
            for (int c = 0; c <= l->d; c++) {
                double e[3];
                for (int h = 0; h < 3; h++) e[h] = c < l->d ? l->v[i][h][c] : l->g[i][h];
                p += e[1] * e[1]; q += e[2] * e[2]; r += e[1] * e[2];
                u -= e[1] * e[0]; w -= e[2] * e[0];
                for (int h = 0; h < 3; h++) most = fmax(most, fabs(e[h]));
                if (pass) left = fmax(left, fabs(e[0] + x * e[1] + y * e[2]));
            }
        if (pass) return left < 1e-9 * fmax(1, most) && fabs(x * x + y * y - 1) < 1e-8;
    }
    return 1;
}

/* the left side of (7.47) at an angle; the determinant of all equations if they are linear */
static double condition(const struct equations *e, const struct equations *l, double c, double s)
{
    double D, N[3], sum = 0, vN = 0, NN = 0;
    if (is_linear(e)) {
        for (int r = 0; r <= e->d; r++) { /* by the last column, b */
            cramer(l, r, c, s, &D, N);
            sum += ((r + e->d) % 2 ? D : -D) * (l->g[r][0] + c * l->g[r][1] + s * l->g[r][2]);
        }
        return sum;
    }
    cramer(l, 0, c, s, &D, N);
    for (int j = 0; j < e->d; j++) {
        vN += (e->v[0][0][j] + c * e->v[0][1][j] + s * e->v[0][2][j]) * N[j];
        NN += N[j] * N[j];
    }
    return e->k[0] * NN + D * vN + D * D * (e->g[0][0] + c * e->g[0][1] + s * e->g[0][2]);
}

/* Fourier coefficients of the condition, index -h from the end; returns their largest size */
static double transform(const struct equations *e, const struct equations *l, C *a)
{
    double values[POINTS], most = 0;
    const double part = 0.39269908169872414; /* 2 pi / POINTS */
    C turn[POINTS];
    for (int i = 0; i < POINTS; i++) turn[i] = cos(part * i) + I * sin(part * i);
    for (int i = 0; i < POINTS; i++) values[i] = condition(e, l, creal(turn[i]), cimag(turn[i]));
    for (int h = 0; h < POINTS; h++) {
        a[h] = 0;
        for (int i = 0; i < POINTS; i++) a[h] += values[i] * conj(turn[h * i % POINTS]) / POINTS;
        most = fmax(most, cabs(a[h]));
    }
    return most;
}
