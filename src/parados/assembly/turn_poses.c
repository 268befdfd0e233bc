/* Poses of a platform that turns about one direction, as one_turn.py, if no two roots are near each other, and D is not near 0 at
   any of them or is 0 at all angles. */

long turn_poses(void *given)
{
    struct task *t = given;
    struct equations e, linear;
    const int n = 2 * (int)t->harmonics;
    C a[MOST + 1], z[MOST], *all = (C *)t->coefficients;
    double y[MOST][4];
    int count = 0;
    long found = 0;
    normalise(t);
    if (n > MOST || t->moving_count != t->d + 1) return -1;
    reduce(t, &e);
    subtract(&e, &linear);
    const double most = transform(&e, &linear, all);
    if (may_have_circle(&linear) || !(most >= 1e-13)) return -1;
    t->complex_count = n;
    if ((found = line_poses(t, &e, &linear)) >= 0) return found;
    found = 0;
    for (int i = 0; i <= n; i++) a[i] = all[(i - n / 2 + POINTS) % POINTS];
    if (!(cabs(a[n]) > 1e-8 * most) || !roots(a, n, z)) return -1;
    for (int i = 0; i < n; i++) {
        if (!(fabs(cabs(z[i]) - 1) < ON_CIRCLE)) continue;
        if (!is_apart(z, i)) return -1;
        y[count][0] = carg(z[i]);
        if (!start(&e, &linear, y[count])) return -1;
        const int closed = newton(&e, y[count]);
        if (closed < 0 || !(fabs(y[count][0] - carg(z[i])) < APART / 3)) return -1;
        count += closed;
    }
    for (int i = 0; i < count; i++) found = add_turned(t, &e, found, y[i]);
    return found;
}
