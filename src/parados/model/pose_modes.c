/* Working modes of poses that have the same actuated joints, see quick_modes.py. The struct `rows` stands before this text. */

#include <math.h>

struct poses {
    long long k, n_x, n_a, n_signs, n_trials, n_tail;
    long (*inverse)(rows *), (*forward)(rows *), (*pose)(rows *);
    rows *inverse_rows, *forward_rows, *pose_rows;
    const double *trials;                 /* (n_trials, n_signs) */
    const long long *joint_group, *sign_group; /* group of each actuated joint, and of each sign */
    const double *periods, *scales;       /* (n_a) of the actuated joints; period 0 if there is none */
    const double *tail_periods, *tail_scales; /* (n_tail) of the joints in x */
    double match, moved, same, size, length, ok;
    const double *q;                      /* (n_a) */
    double *x, *frames;                   /* (k, n_x) and (k, 4, 4) of the given poses; the result is written to them */
    double *signs;                        /* (k, n_signs), written */
    double *tried_x, *tried_signs, *tried_q; /* (n_trials k, ...) */
    double *found_x, *status, *found_frames; /* (k, ...) */
};

static double gap(double a, double b, double period, double scale)
{
    const double off = a - b;
    return fabs(period > 0 ? off - period * floor(off / period + 0.5) : off) / scale;
}

static double frame_gap(const double *a, const double *b, double length)
{
    double most = 0;
    for (int e = 0; e < 16; e++) {
        const double off = fabs(a[e] - b[e]) / (e % 4 == 3 && e < 12 ? length : 1);
        if (!(off <= most)) most = off == off ? off : INFINITY;
    }
    return most;
}

static void copy(double *to, const double *from, long long n)
{
    for (long long i = 0; i < n; i++) to[i] = from[i];
}

/* actuated joints of each pose with each trial of the signs */
static long evaluate_trials(const struct poses *p)
{
    for (long long t = 0; t < p->n_trials; t++) {
        copy(p->tried_x + t * p->k * p->n_x, p->x, p->k * p->n_x);
        for (long long i = 0; i < p->k; i++)
            copy(p->tried_signs + (t * p->k + i) * p->n_signs, p->trials + t * p->n_signs, p->n_signs);
    }
    p->inverse_rows->n = (long)(p->n_trials * p->k);
    return p->inverse(p->inverse_rows);
}

/* write the signs of pose i that fit best, group by group, and tell whether they give every group its actuated joints */
static int matched(const struct poses *p, long long i, double *signs)
{
    for (long long c = 0; c < p->n_signs; c++) signs[c] = 1;
    for (long long a = 0; a < p->n_a; a++) {
        const long long group = p->joint_group[a];
        double least = INFINITY;
        long long best = 0, first = 0;
        while (p->joint_group[first] != group) first++;
        if (first < a) continue; /* once for each group */
        for (long long t = 0; t < p->n_trials; t++) {
            const double *q = p->tried_q + (t * p->k + i) * p->n_a;
            double most = 0;
            for (long long b = a; b < p->n_a; b++) {
                const double off = gap(q[b], p->q[b], p->periods[b], p->scales[b]);
                if (p->joint_group[b] == group && !(off <= most)) most = off == off ? off : INFINITY;
            }
            if (most < least) { least = most; best = t; }
        }
        if (!(least < p->match)) return 0;
        for (long long c = 0; c < p->n_signs; c++)
            if (p->sign_group[c] == group) signs[c] = p->trials[best * p->n_signs + c];
    }
    return 1;
}

static int is_same(const struct poses *p, long long i, long long j)
{
    const long long first = p->n_x - p->n_tail;
    if (!(frame_gap(p->frames + 16 * i, p->frames + 16 * j, p->length) < p->same)) return 0;
    for (long long e = 0; e < p->n_tail; e++) {
        const double *a = p->x + p->n_x * i, *b = p->x + p->n_x * j;
        if (!(gap(a[first + e], b[first + e], p->tail_periods[e], p->tail_scales[e]) < p->same)) return 0;
    }
    return 1;
}

/* returns the number of poses; -1 if one is not confirmed, or none is found; -2 without memory */
long pose_modes(void *given)
{
    struct poses *p = given;
    long long kept = 0, once = 0;
    if (evaluate_trials(p) < 0) return -2;
    for (long long i = 0; i < p->k; i++) {
        if (!matched(p, i, p->signs + kept * p->n_signs)) continue;
        copy(p->x + kept * p->n_x, p->x + i * p->n_x, p->n_x);
        copy(p->frames + 16 * kept, p->frames + 16 * i, 16);
        kept++;
    }
    if (!kept) return -1;
    p->forward_rows->n = p->pose_rows->n = (long)kept;
    if (p->forward(p->forward_rows) < 0 || p->pose(p->pose_rows) < 0) return -2;
    for (long long i = 0; i < kept; i++) {
        const double *frame = p->found_frames + 16 * i;
        if (p->status[i] != p->ok || !(frame_gap(frame, p->frames + 16 * i, p->size) < p->moved)) return -1;
    }
    for (long long i = 0; i < kept; i++) {
        int known = 0;
        copy(p->x + once * p->n_x, p->found_x + i * p->n_x, p->n_x);
        copy(p->frames + 16 * once, p->found_frames + 16 * i, 16);
        copy(p->signs + once * p->n_signs, p->signs + i * p->n_signs, p->n_signs);
        for (long long j = 0; j < once; j++) known |= is_same(p, once, j);
        once += !known;
    }
    return (long)once;
}
