/* Follow the solutions of six forms in the Study functions and of the Study quadric, as quadric_paths.py does, LANES paths at a time.

   A lane is a path with its own t and step. The equations are L(t) . phi(z) = 0 and e . g = 0 with L(t) = (1 - t) G + t H,
   where phi are the 17 functions of study_functions.py: h R, X, Y, r, h. Lanes whose path has ended take the next path. */

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2") /* without it a build with -O0 is forty times slower */
#endif

#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#ifndef LANES
#define LANES 2
#endif
#define ORDER 8
#define FORMS 6
#define SERIES (ORDER + 1)

typedef double V __attribute__((vector_size(8 * LANES)));
typedef long long Mask __attribute__((vector_size(8 * LANES)));
typedef struct { V re, im; } C;

INLINE V chosen(Mask m, V a, V b) { return (V)((m & (Mask)a) | (~m & (Mask)b)); }
INLINE C add(C a, C b) { C c = {a.re + b.re, a.im + b.im}; return c; }
INLINE C sub(C a, C b) { C c = {a.re - b.re, a.im - b.im}; return c; }
INLINE C twice(C a) { C c = {a.re + a.re, a.im + a.im}; return c; }
INLINE C neg(C a) { C c = {-a.re, -a.im}; return c; }
INLINE C mul(C a, C b) { C c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; return c; }
INLINE void more(C *c, C a, C b) { c->re += a.re * b.re - a.im * b.im; c->im += a.re * b.im + a.im * b.re; }
INLINE V square(C a) { return a.re * a.re + a.im * a.im; }

/* products of two points: 10 of e and e, 16 of e and g, and g . g */
typedef struct { C ee[10], eg[4][4], gg; } Products;

static void add_products(Products *p, const C *x, const C *y)
{
    int n = 0;
    for (int a = 0; a < 4; a++)
        for (int b = a; b < 4; b++)
            more(&p->ee[n++], x[a], y[b]);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            more(&p->eg[a][b], x[a], y[4 + b]);
    for (int b = 4; b < 8; b++)
        more(&p->gg, x[b], y[b]);
}

/* the 17 functions of study_functions.py, and e . g as the last one */
static void functions(const Products *p, C *f)
{
    const C *m = p->ee; /* 0 ww, 1 wx, 2 wy, 3 wv, 4 xx, 5 xy, 6 xv, 7 yy, 8 yv, 9 vv */
    const C (*d)[4] = p->eg;
    C plus = add(m[0], m[4]), minus = sub(m[0], m[4]), sum = add(m[7], m[9]), dif = sub(m[7], m[9]);
    f[0] = sub(plus, sum);
    f[1] = twice(sub(m[5], m[3]));
    f[2] = twice(add(m[6], m[2]));
    f[3] = twice(add(m[5], m[3]));
    f[4] = add(minus, dif);
    f[5] = twice(sub(m[8], m[1]));
    f[6] = twice(sub(m[6], m[2]));
    f[7] = twice(add(m[8], m[1]));
    f[8] = sub(minus, dif);
    C u1 = sub(d[0][1], d[1][0]), w1 = sub(d[2][3], d[3][2]);
    C u2 = sub(d[0][2], d[2][0]), w2 = sub(d[3][1], d[1][3]);
    C u3 = sub(d[0][3], d[3][0]), w3 = sub(d[1][2], d[2][1]);
    f[9] = add(u1, w1);
    f[10] = add(u2, w2);
    f[11] = add(u3, w3);
    f[12] = sub(u1, w1);
    f[13] = sub(u2, w2);
    f[14] = sub(u3, w3);
    f[15] = p->gg;
    f[16] = add(plus, sum);
    f[17] = add(add(d[0][0], d[1][1]), add(d[2][2], d[3][3]));
}

/* (8) gradient of one form L . phi at z */
static void gradient(const C *L, const C *z, C *row)
{
    C c[4][4], d[4][4];
    C s = add(L[0], L[16]), u = sub(L[16], L[0]), v = add(L[4], L[8]), w = sub(L[4], L[8]);
    C zero = {{0}, {0}};
    c[0][0] = twice(add(s, v));
    c[1][1] = twice(sub(s, v));
    c[2][2] = twice(add(u, w));
    c[3][3] = twice(sub(u, w));
    c[0][1] = c[1][0] = twice(sub(L[7], L[5]));
    c[0][2] = c[2][0] = twice(sub(L[2], L[6]));
    c[0][3] = c[3][0] = twice(sub(L[3], L[1]));
    c[1][2] = c[2][1] = twice(add(L[1], L[3]));
    c[1][3] = c[3][1] = twice(add(L[2], L[6]));
    c[2][3] = c[3][2] = twice(add(L[5], L[7]));
    for (int k = 0; k < 4; k++)
        d[k][k] = zero;
    for (int k = 0; k < 3; k++) {
        C both = add(L[9 + k], L[12 + k]), apart = sub(L[9 + k], L[12 + k]);
        int i = (k + 1) % 3 + 1, j = (k + 2) % 3 + 1; /* the axes after k */
        d[0][k + 1] = both;
        d[k + 1][0] = neg(both);
        d[i][j] = apart;
        d[j][i] = neg(apart);
    }
    for (int a = 0; a < 4; a++) {
        C own = zero, other = twice(mul(L[15], z[4 + a]));
        for (int b = 0; b < 4; b++) {
            more(&own, c[a][b], z[b]);
            if (a != b) {
                more(&own, d[a][b], z[4 + b]);
                more(&other, d[b][a], z[b]);
            }
        }
        row[a] = own;
        row[4 + a] = other;
    }
}

/* inverse (8, 8) by Gauss and Jordan with the largest pivot of each column, lane by lane */
static void invert(C A[8][8], C B[8][8])
{
    V zero = {0}, one = zero + 1.0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            B[r][c].re = r == c ? one : zero;
            B[r][c].im = zero;
        }
    for (int k = 0; k < 8; k++) {
        V largest = square(A[k][k]);
        for (int r = k + 1; r < 8; r++) {
            V size = square(A[r][k]);
            Mask m = size > largest;
            largest = chosen(m, size, largest);
            for (int c = 0; c < 8; c++) {
                C x = A[k][c], y = A[r][c];
                A[k][c].re = chosen(m, y.re, x.re); A[k][c].im = chosen(m, y.im, x.im);
                A[r][c].re = chosen(m, x.re, y.re); A[r][c].im = chosen(m, x.im, y.im);
                x = B[k][c]; y = B[r][c];
                B[k][c].re = chosen(m, y.re, x.re); B[k][c].im = chosen(m, y.im, x.im);
                B[r][c].re = chosen(m, x.re, y.re); B[r][c].im = chosen(m, x.im, y.im);
            }
        }
        C p = {A[k][k].re / largest, -A[k][k].im / largest};
        for (int c = k + 1; c < 8; c++)
            A[k][c] = mul(A[k][c], p);
        for (int c = 0; c < 8; c++)
            B[k][c] = mul(B[k][c], p);
        for (int r = 0; r < 8; r++)
            if (r != k) {
                C f = neg(A[r][k]);
                for (int c = k + 1; c < 8; c++)
                    more(&A[r][c], f, A[k][c]);
                for (int c = 0; c < 8; c++)
                    more(&B[r][c], f, B[k][c]);
            }
    }
}

/* x = B[:, :7] right */
static void solve(const C B[8][8], const C *right, C *x)
{
    C zero = {{0}, {0}};
    for (int r = 0; r < 8; r++) {
        x[r] = zero;
        for (int c = 0; c < 7; c++)
            more(&x[r], B[r][c], right[c]);
    }
}

static void series_of(const C L[FORMS][17], const C D[FORMS][17], const C B[8][8], const C *z, C terms[SERIES][8])
{
    Products p;
    C before[18], now[18], right[7], zero = {{0}, {0}};
    memcpy(terms[0], z, sizeof(C) * 8);
    memset(&p, 0, sizeof p);
    add_products(&p, z, z);
    functions(&p, before);
    for (int k = 1; k < SERIES; k++) {
        memset(&p, 0, sizeof p);
        for (int i = 1; i < k; i++)
            add_products(&p, terms[i], terms[k - i]);
        functions(&p, now);
        for (int m = 0; m < FORMS; m++) {
            C sum = zero;
            for (int j = 0; j < 17; j++) {
                more(&sum, L[m][j], now[j]);
                more(&sum, D[m][j], before[j]);
            }
            right[m] = neg(sum);
        }
        right[6] = neg(now[17]);
        solve(B, right, terms[k]);
        add_products(&p, terms[0], terms[k]);
        add_products(&p, terms[k], terms[0]);
        functions(&p, before);
    }
}

/* |z|^2, which is not a number if an entry is not */
INLINE V sizes(const C *z)
{
    V m = {0};
    for (int k = 0; k < 8; k++)
        m += square(z[k]);
    return m;
}

/* count paths. forms: G (6, 17) then H (6, 17), complex; points: z (count, 8), complex, replaced by the ends;
   limits: largest last term, largest correction, shortest step, most steps; ends: (count, 2) t and number of steps */
static void follow(long count, const double *forms, double *points, const double *limits, double *ends)
{
    C L[FORMS][17], D[FORMS][17], G[FORMS][17], A[8][8], B[8][8], z[8], terms[SERIES][8], fresh[SERIES][8];
    C residual[7], fix[8];
    double t[LANES], last[LANES], step[LANES];
    long path[LANES], steps[LANES], next = 0, busy = 0;
    V zero = {0};
    memset(terms, 0, sizeof terms);
    for (int m = 0; m < FORMS; m++)
        for (int j = 0; j < 17; j++) {
            const double *g = forms + 2 * (17 * m + j), *h = g + 2 * 17 * FORMS;
            G[m][j].re = zero + g[0]; G[m][j].im = zero + g[1];
            D[m][j].re = zero + (h[0] - g[0]); D[m][j].im = zero + (h[1] - g[1]);
        }
    for (int k = 0; k < 8; k++) { z[k].re = zero + 1.0; z[k].im = zero; }
    for (int l = 0; l < LANES; l++) { path[l] = -1; t[l] = last[l] = step[l] = 0; steps[l] = 0; }
    for (;;) {
        for (int l = 0; l < LANES; l++)
            if (path[l] < 0 && next < count) {
                path[l] = next++;
                busy++;
                t[l] = last[l] = step[l] = 0;
                steps[l] = 0;
                for (int k = 0; k < 8; k++) {
                    z[k].re[l] = points[16 * path[l] + 2 * k];
                    z[k].im[l] = points[16 * path[l] + 2 * k + 1];
                }
            }
        if (!busy)
            return;
        V norm = {0}, at;
        for (int k = 0; k < 8; k++)
            norm += square(z[k]);
        for (int l = 0; l < LANES; l++) { norm[l] = 1 / sqrt(norm[l]); at[l] = t[l]; }
        for (int k = 0; k < 8; k++) { z[k].re *= norm; z[k].im *= norm; }
        for (int m = 0; m < FORMS; m++)
            for (int j = 0; j < 17; j++) {
                L[m][j].re = G[m][j].re + at * D[m][j].re;
                L[m][j].im = G[m][j].im + at * D[m][j].im;
            }
        for (int m = 0; m < FORMS; m++)
            gradient(L[m], z, A[m]);
        for (int k = 0; k < 4; k++) { A[6][k] = z[4 + k]; A[6][4 + k] = z[k]; }
        for (int k = 0; k < 8; k++) { A[7][k].re = z[k].re; A[7][k].im = -z[k].im; }
        for (int m = 0; m < 7; m++) {
            residual[m].re = residual[m].im = zero;
            for (int k = 0; k < 8; k++)
                more(&residual[m], A[m][k], z[k]);
            residual[m].re *= -0.5; residual[m].im *= -0.5;
        }
        invert(A, B);
        solve((const C(*)[8])B, residual, fix);
        V size = sizes(fix);
        int going = 0, again = 0;
        Mask renewed = {0};
        int over[LANES];
        for (int l = 0; l < LANES; l++) {
            over[l] = 0;
            if (path[l] < 0)
                continue;
            steps[l]++;
            if (size[l] < limits[1] * limits[1]) {
                for (int k = 0; k < 8; k++) { z[k].re[l] += fix[k].re[l]; z[k].im[l] += fix[k].im[l]; }
                if (t[l] >= 1)
                    over[l] = 1;
                else { renewed[l] = -1; going = 1; last[l] = t[l]; }
            } else {
                step[l] /= 2;
                if (!(step[l] >= limits[2])) over[l] = 2; else again = 1;
            }
            if (!over[l] && steps[l] >= limits[3]) over[l] = 2;
        }
        if (going) {
            series_of((const C(*)[17])L, (const C(*)[17])D, (const C(*)[8])B, z, fresh);
            for (int k = 0; k < SERIES; k++)
                for (int i = 0; i < 8; i++) {
                    terms[k][i].re = chosen(renewed, fresh[k][i].re, terms[k][i].re);
                    terms[k][i].im = chosen(renewed, fresh[k][i].im, terms[k][i].im);
                }
            V top = sizes(fresh[ORDER]), below = sizes(fresh[ORDER - 1]);
            for (int l = 0; l < LANES; l++)
                if (renewed[l] && !over[l]) {
                    double a = pow(limits[0] / (sqrt(top[l]) + 1e-300), 1.0 / ORDER);
                    double b = pow(limits[0] / (sqrt(below[l]) + 1e-300), 1.0 / (ORDER - 1));
                    double s = a < b ? a : b;
                    if (!(s >= limits[2]) && last[l] + s < 1) over[l] = 2;
                    step[l] = s < 1 - last[l] ? s : 1 - last[l];
                }
        }
        if (going || again) {
            V s;
            C sum[8];
            for (int l = 0; l < LANES; l++) s[l] = step[l];
            memcpy(sum, terms[ORDER], sizeof sum);
            for (int k = ORDER - 1; k >= 0; k--)
                for (int i = 0; i < 8; i++) {
                    sum[i].re = terms[k][i].re + s * sum[i].re;
                    sum[i].im = terms[k][i].im + s * sum[i].im;
                }
            for (int l = 0; l < LANES; l++)
                if (path[l] >= 0 && !over[l]) {
                    t[l] = step[l] >= 1 - last[l] ? 1.0 : last[l] + step[l];
                    for (int i = 0; i < 8; i++) { z[i].re[l] = sum[i].re[l]; z[i].im[l] = sum[i].im[l]; }
                }
        }
        for (int l = 0; l < LANES; l++)
            if (path[l] >= 0 && over[l]) {
                for (int k = 0; k < 8 && (over[l] == 1 || last[l] > 0); k++) { /* a path that cannot start keeps its point */
                    points[16 * path[l] + 2 * k] = over[l] == 1 ? z[k].re[l] : terms[0][k].re[l];
                    points[16 * path[l] + 2 * k + 1] = over[l] == 1 ? z[k].im[l] : terms[0][k].im[l];
                }
                ends[2 * path[l]] = over[l] == 1 ? 1.0 : last[l];
                ends[2 * path[l] + 1] = (double)steps[l];
                path[l] = -1;
                busy--;
                for (int k = 0; k < 8; k++) { z[k].re[l] = 1.0; z[k].im[l] = 0.0; }
            }
    }
}

struct arguments { long long count; const double *forms; double *points; const double *limits; double *ends; };

long follow_paths(const void *given)
{
    const struct arguments *a = given;
    follow((long)a->count, a->forms, a->points, a->limits, a->ends);
    return 0;
}
