/* Follow solutions of F(y, q) = 0 along straight lines of q, as parameter_paths.py does, one path after the other.

   Before this text stand the type C, `static void evaluate(const C *in, C *out)` from y (N), q (NQ) and dq/dt (NQ) to F (N),
   J (N, N) and dF/dt (N), and the numbers N, NQ, POINTS and STEPS. */

struct way { const double *limits; C in[N + 2 * NQ], out[N * N + 2 * N]; double t[POINTS]; C y[POINTS][N], rate[POINTS][N]; int count; };

/* largest size of a step b (N, 2) of y, lengths over 1 + |y| */
static double largest(const C *b, const C *y, const long long *turns)
{
    double m = 0;
    for (int k = 0; k < N; k++) {
        const double s = cabs(b[2 * k]) / (turns[k] ? 1 : 1 + cabs(y[k]));
        if (m == m && !(s <= m)) m = s; /* once not a number, it stays so */
    }
    return m;
}

/* solve J x = b for two columns b (N, 2), by Gauss elimination with the largest pivot of each column */
static void solve(C *J, C *b, int columns)
{
    for (int k = 0; k < N; k++) {
        int best = k;
        double most = -1;
        for (int r = k; r < N; r++) {
            const double s = creal(J[N * r + k]) * creal(J[N * r + k]) + cimag(J[N * r + k]) * cimag(J[N * r + k]);
            if (s > most) { most = s; best = r; }
        }
        if (best != k) {
            for (int c = k; c < N; c++) { const C x = J[N * k + c]; J[N * k + c] = J[N * best + c]; J[N * best + c] = x; }
            for (int c = 0; c < columns; c++) { const C x = b[2 * k + c]; b[2 * k + c] = b[2 * best + c]; b[2 * best + c] = x; }
        }
        const C pivot = 1.0 / J[N * k + k];
        for (int r = k + 1; r < N; r++) {
            const C f = J[N * r + k] * pivot;
            if (creal(f) == 0 && cimag(f) == 0) continue;
            for (int c = k + 1; c < N; c++) J[N * r + c] -= f * J[N * k + c];
            for (int c = 0; c < columns; c++) b[2 * r + c] -= f * b[2 * k + c];
        }
        J[N * k + k] = pivot;
    }
    for (int k = N - 1; k >= 0; k--)
        for (int c = 0; c < columns; c++) {
            C x = b[2 * k + c];
            for (int i = k + 1; i < N; i++) x -= J[N * k + i] * b[2 * i + c];
            b[2 * k + c] = x * J[N * k + k];
        }
}

/* Newton's step and dy/dt at w->in, in the two columns of b (N, 2) */
static void step_and_rate(struct way *w, C *b, int columns)
{
    evaluate(w->in, w->out);
    for (int k = 0; k < N; k++) { b[2 * k] = w->out[k]; b[2 * k + 1] = -w->out[N * N + N + k]; }
    solve(w->out + N, b, columns);
}

static void add(struct way *w, double t, const C *b)
{
    for (int p = POINTS - 1; p > 0; p--) {
        w->t[p] = w->t[p - 1];
        for (int k = 0; k < N; k++) { w->y[p][k] = w->y[p - 1][k]; w->rate[p][k] = w->rate[p - 1][k]; }
    }
    w->t[0] = t;
    for (int k = 0; k < N; k++) { w->y[0][k] = w->in[k] - b[2 * k]; w->rate[0][k] = b[2 * k + 1]; }
    if (w->count < POINTS) w->count++;
}

/* Newton's form of the polynomial through the last points with their derivatives, by divided differences */
static void predict(struct way *w, double t)
{
    const int nodes = 2 * w->count;
    for (int k = 0; k < N; k++) {
        C d[2 * POINTS];
        for (int i = 0; i < nodes; i++) d[i] = w->y[i / 2][k];
        for (int order = 1; order < nodes; order++)
            for (int i = nodes - 1; i >= order; i--)
                d[i] = order == 1 && i % 2 ? w->rate[i / 2][k] : (d[i] - d[i - 1]) / (w->t[i / 2] - w->t[(i - order) / 2]);
        C sum = d[nodes - 1];
        for (int i = nodes - 2; i >= 0; i--) sum = d[i] + (t - w->t[i / 2]) * sum;
        w->in[k] = sum;
    }
}

static int is_far(const C *y, const double *limits, const long long *turns)
{
    for (int k = 0; k < N; k++) {
        const double s = turns[k] ? fabs(cimag(y[k])) : cabs(y[k]);
        if (!(s <= limits[turns[k] ? 4 : 3])) return 1;
    }
    return 0;
}

struct ways { long long count; C *y; const C *start, *end; const double *limits; const long long *turns; double *t; };

/* limits: aim, most, shortest step, largest length, largest imaginary part of an angle */
long follow_parameters(const void *given)
{
    const struct ways *own = given;
    const double aim = own->limits[0], most = own->limits[1], shortest = own->limits[2];
    for (long long path = 0; path < own->count; path++) {
        struct way w = {0};
        C b[2 * N];
        const C *start = own->start + NQ * path, *end = own->end + NQ * path;
        double step = FIRST;
        for (int k = 0; k < N; k++) w.in[k] = own->y[N * path + k];
        for (int k = 0; k < NQ; k++) { w.in[N + k] = start[k]; w.in[N + NQ + k] = end[k] - start[k]; }
        step_and_rate(&w, b, 2);
        for (int k = 0; k < N; k++) b[2 * k] = 0;
        add(&w, 0, b);
        for (int steps = 0; steps < STEPS && w.t[0] < 1 && step >= shortest && !is_far(w.y[0], own->limits, own->turns); steps++) {
            const double t = w.t[0] + step < 1 ? w.t[0] + step : 1;
            for (int k = 0; k < NQ; k++) w.in[N + k] = start[k] + t * (end[k] - start[k]);
            predict(&w, t);
            step_and_rate(&w, b, 1);
            const double size = largest(b, w.in, own->turns);
            if (!(size < most)) { step /= 2; continue; }
            for (int k = 0; k < N; k++) w.in[k] -= b[2 * k];
            step_and_rate(&w, b, 2);
            if (!(largest(b, w.in, own->turns) < 0.05 * size + ROUND_OFF)) { step /= 2; continue; }
            double change = 0.8 * pow(aim / (size > 1e-300 ? size : 1e-300), 0.5 / w.count);
            change = change < 0.3 ? 0.3 : change > 3 ? 3 : change;
            add(&w, t, b);
            step *= change;
        }
        for (int k = 0; k < N; k++) own->y[N * path + k] = w.y[0][k];
        own->t[path] = w.t[0];
    }
    return 0;
}
