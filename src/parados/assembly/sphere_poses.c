/* Platform that keeps its orientation, as sphere_points.py: three spheres, or three planes, in general position. */

#define RANK 1e-9
#define GENERAL 1e-4 /* smallest determinant of unit normals that is left to C */
#define NEAR 1e-10 /* discriminants below this, relative to their terms, are left to Python: the sphere may touch the line */

static void cross(const double *a, const double *b, double *c)
{
    for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* the equations k p . p + v . p + c = 0 of the chosen forms, in rows k, v, c; returns their number, or -1 */
static int spheres(const struct task *t, double e[6][5])
{
    int count = 0;
    for (int i = 0; i < 6; i++) {
        const double *f = t->forms + 17 * t->chosen[i], *R = t->after;
        double *k = e[count], square;
        k[0] = f[15];
        k[4] = f[16];
        for (int c = 0; c < 9; c++) k[4] += f[c] * R[c];
        for (int c = 0; c < 3; c++) k[1 + c] = f[9 + c] + dot(R + 3 * c, f + 12);
        square = k[0] * k[0] + dot(k + 1, k + 1) + k[4] * k[4];
        if (sqrt(square) > RANK) count++;
    }
    return count;
}

/* A (2 or 3 rows of a plane a . p = b) times p; returns 0 if the planes are not in general position */
static int meet(double A[3][4], int count, double *p, double *along)
{
    double other[3], third[3];
    cross(A[0], A[1], along);
    const double size = sqrt(dot(along, along)), first = sqrt(dot(A[0], A[0])), second = sqrt(dot(A[1], A[1]));
    if (!(size > GENERAL * first * second) || !(first > GENERAL) || !(second > GENERAL)) return 0;
    if (count == 2)
        for (int i = 0; i < 3; i++) A[2][i] = along[i] / size;
    const double last = sqrt(dot(A[2], A[2])), D = dot(along, A[2]);
    if (!(fabs(D) > GENERAL * first * second * last) || !(last > GENERAL)) return 0;
    if (count == 2) A[2][3] = 0;
    cross(A[1], A[2], other);
    cross(A[2], A[0], third);
    for (int i = 0; i < 3; i++) p[i] = (A[0][3] * other[i] + A[1][3] * third[i] + A[2][3] * along[i]) / D;
    for (int i = 0; i < 3; i++) along[i] /= size;
    return 1;
}

long sphere_poses(void *given)
{
    struct task *t = given;
    double e[6][5], A[3][4], p[3], u[3], point[3];
    int pivot = 0, rows = 0;
    long found = 0;
    normalise(t);
    if (spheres(t, e) != 3) return -1;
    for (int i = 1; i < 3; i++)
        if (fabs(e[i][0]) > fabs(e[pivot][0])) pivot = i;
    const double k = e[pivot][0], *v = e[pivot] + 1;
    const int round = fabs(k) > RANK;
    for (int i = 0; i < 3; i++) {
        if (round && i == pivot) continue;
        const double ratio = round ? e[i][0] / k : 0;
        for (int c = 0; c < 3; c++) A[rows][c] = e[i][1 + c] - ratio * v[c];
        A[rows++][3] = ratio * v[3] - e[i][4];
    }
    if (!meet(A, rows, p, u)) return -1;
    t->complex_count = round ? 2 : 1;
    if (!round) return add_pose(t, 0, t->after, p, 0);
    const double half = dot(u, p) + dot(u, v) / k / 2, constant = dot(p, p) + (dot(v, p) + v[3]) / k;
    const double inside = half * half - constant;
    if (fabs(inside) <= NEAR * (half * half + fabs(constant) + dot(p, p))) return -1;
    if (inside < 0) return 0;
    for (int side = -1; side < 2; side += 2) {
        for (int i = 0; i < 3; i++) point[i] = p[i] + (side * sqrt(inside) - half) * u[i];
        found = add_pose(t, found, t->after, point, 0);
    }
    return found;
}
