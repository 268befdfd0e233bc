/* The robot in the coordinates z of its cut tree, on charts of the closed configurations.

   g(z) = 0 has N_R independent rows. A chart chooses N_V of the N_Z entries of z as coordinates v; the others follow from the rows
   by Newton's method, so that every state is closed. With zd = N vd and zdd = N vdd + n, the equations of motion are

       N^T M N vdd = N^T (efforts - friction - h - M n)

   (projection on the null space of G). Pivots of a complete elimination of G choose the chart; another one is chosen when the
   dependent rates grow, so that no configuration is singular but those where G itself loses rank. */

#define MOST_RATIO 4.0  /* growth of the largest entry of N, since the chart was chosen, at which another chart is chosen */
#define FARTHEST 1.0    /* size of the platform's turn rho at which its reference is renewed */
#define CLOSED 1e-14    /* Newton's step [rad, m], over the larger of 1 and the largest entry of z, at which the loops are closed */
#define OPEN 1e-10      /* largest error of a closure after Newton's method, likewise */

static int factorised(int n, double *A, double *order)
{
  int i, j, k;
  double largest = 0.0;
  for (i = 0; i < n * n; ++i) if (fabs(A[i]) > largest) largest = fabs(A[i]);
  for (k = 0; k < n; ++k) {
    int place = k;
    for (i = k + 1; i < n; ++i) if (fabs(A[i * n + k]) > fabs(A[place * n + k])) place = i;
    if (!(fabs(A[place * n + k]) > 1e-13 * largest)) return 0;
    order[k] = place;
    if (place != k) for (j = 0; j < n; ++j) {
      const double kept = A[k * n + j];
      A[k * n + j] = A[place * n + j];
      A[place * n + j] = kept;
    }
    {
      const double inverse = 1.0 / A[k * n + k];
      const double *pivots = A + k * n;
      for (i = k + 1; i < n; ++i) {
        double *row = A + i * n;
        if (row[k] != 0.0) {
          const double factor = row[k] *= inverse;
          for (j = k + 1; j < n; ++j) row[j] -= factor * pivots[j];
        }
      }
    }
  }
  return 1;
}

/* solve for `count` right-hand sides, stored as the columns of b (n, count) */
static void solved(int n, const double *A, const double *order, double *b, int count)
{
  int i, j, k;
  for (k = 0; k < n; ++k) {
    const int place = (int)order[k];
    if (place != k) for (j = 0; j < count; ++j) {
      const double kept = b[k * count + j];
      b[k * count + j] = b[place * count + j];
      b[place * count + j] = kept;
    }
  }
  for (i = 1; i < n; ++i) for (k = 0; k < i; ++k) {
    const double factor = A[i * n + k];
    if (factor != 0.0) for (j = 0; j < count; ++j) b[i * count + j] -= factor * b[k * count + j];
  }
  for (i = n - 1; i >= 0; --i) {
    const double inverse = 1.0 / A[i * n + i];
    for (k = i + 1; k < n; ++k) {
      const double factor = A[i * n + k];
      if (factor != 0.0) for (j = 0; j < count; ++j) b[i * count + j] -= factor * b[k * count + j];
    }
    for (j = 0; j < count; ++j) b[i * count + j] *= inverse;
  }
}

/* G of the chosen rows, factorised for the dependent entries, and N at a closed z; returns the largest entry of N, or -1 */
static double linearised(const loop *call, const double *z)
{
  memory *own = call->own;
  double G[N_G * N_Z + 1], largest = 1.0;
  int i, j;
  cut_slopes(call, z, G);
  for (i = 0; i < N_R; ++i) {
    const double *row = G + (int)own->chosen[i] * N_Z;
    for (j = 0; j < N_R; ++j) own->factor[i * N_R + j] = row[(int)own->dependent[j]];
    for (j = 0; j < N_V; ++j) own->follow[i * N_V + j] = -row[(int)own->independent[j]];
  }
  if (!factorised(N_R, own->factor, own->order)) return -1.0;
  solved(N_R, own->factor, own->order, own->follow, N_V);
  for (i = 0; i < N_R * N_V; ++i) if (fabs(own->follow[i]) > largest) largest = fabs(own->follow[i]);
  return isfinite(largest) ? largest : -1.0;
}

/* close the loops at the coordinates v of the chart, from the last closed z; the factors of a nearby configuration serve */
static int closed(const loop *call, const double *v, double *z)
{
  memory *own = call->own;
  double g[N_G + 1], step[N_R + 1], before = INFINITY, scale = 1.0;
  int i, j, round;
  for (i = 0; i < N_Z; ++i) if (fabs(own->plant[i]) > scale) scale = fabs(own->plant[i]);
  for (i = 0; i < N_R; ++i) {
    double moved = 0.0;
    for (j = 0; j < N_V; ++j) moved += own->follow[i * N_V + j] * (v[j] - own->plant[(int)own->independent[j]]);
    z[(int)own->dependent[i]] = own->plant[(int)own->dependent[i]] + moved;
  }
  for (j = 0; j < N_V; ++j) z[(int)own->independent[j]] = v[j];
  for (round = 0; round < 30; ++round) {
    double size = 0.0, worst = 0.0;
    cut_rows(call, z, g);
    for (i = 0; i < N_R; ++i) step[i] = g[(int)own->chosen[i]];
    solved(N_R, own->factor, own->order, step, 1);
    for (i = 0; i < N_R; ++i) {
      z[(int)own->dependent[i]] -= step[i];
      if (!(fabs(step[i]) <= size)) size = isfinite(step[i]) ? fabs(step[i]) : INFINITY;
    }
    if (size <= CLOSED * scale || (size >= before && size < 100.0 * CLOSED * scale)) {
      for (i = 0; i < N_G; ++i) if (fabs(g[i]) > worst) worst = fabs(g[i]);
      return worst < OPEN * scale ? DONE : NOT_CLOSED;
    }
    if (!isfinite(size) || size > scale) return NOT_CLOSED;
    if (size > 0.1 * before && linearised(call, z) < 0.0) return NOT_CLOSED;
    before = size;
  }
  return NOT_CLOSED;
}

/* rates of all entries of z for the rates vd of the chart's coordinates */
static void spread(const memory *own, const double *vd, double *zd)
{
  int i, j;
  for (j = 0; j < N_V; ++j) zd[(int)own->independent[j]] = vd[j];
  for (i = 0; i < N_R; ++i) {
    double sum = 0.0;
    for (j = 0; j < N_V; ++j) sum += own->follow[i * N_V + j] * vd[j];
    zd[(int)own->dependent[i]] = sum;
  }
}

/* choose the chart at the state z, zd in the memory: pivots of a complete elimination of G; write its coordinates into y */
static int charted(const loop *call)
{
  memory *own = call->own;
  double G[N_G * N_Z + 1], first = 0.0, worst;
  int row[N_G + 1], column[N_Z], i, j, k;
  cut_renew(call);
  cut_slopes(call, own->plant, G);
  for (i = 0; i < N_G; ++i) row[i] = i;
  for (j = 0; j < N_Z; ++j) column[j] = j;
  for (k = 0; k < N_R; ++k) {
    int p = k, c = k, kept;
    double best = -1.0;
    for (i = k; i < N_G; ++i) for (j = k; j < N_Z; ++j) {
      const double size = fabs(G[row[i] * N_Z + column[j]]);
      if (size > best) { best = size; p = i; c = j; }
    }
    if (k == 0) first = best;
    if (!(best > 1e-9 * first)) return SINGULAR;
    kept = row[k]; row[k] = row[p]; row[p] = kept;
    kept = column[k]; column[k] = column[c]; column[c] = kept;
    for (i = k + 1; i < N_G; ++i) {
      double *below = G + row[i] * N_Z;
      const double *pivots = G + row[k] * N_Z, factor = below[column[k]] / pivots[column[k]];
      if (factor != 0.0) for (j = k; j < N_Z; ++j) below[column[j]] -= factor * pivots[column[j]];
    }
  }
  for (k = 0; k < N_R; ++k) { own->chosen[k] = row[k]; own->dependent[k] = column[k]; }
  for (k = 0; k < N_V; ++k) {
    own->independent[k] = column[N_R + k];
    own->y[k] = own->plant[column[N_R + k]];
    own->y[N_V + k] = own->plant[N_Z + column[N_R + k]];
  }
  worst = linearised(call, own->plant);
  own->ratio[0] = worst;
  own->begun[0] = 0.0;  /* stages of the step before belong to another chart */
  return worst < 0.0 ? SINGULAR : DONE;
}

static int plant_rates(const loop *call, const double *y, const double *tau, const double *wrench, double *rate)
{
  memory *own = call->own;
  double zd[N_Z], M[N_Z * N_Z], f[N_Z], gamma[N_G + 1], n[N_Z], drift[N_R + 1], N[N_Z][N_V], MN[N_Z][N_V];
  double A[N_V * N_V], order[N_V], *z = own->plant, power = 0.0;
  int i, j, k, code;
  code = closed(call, y, own->trial);
  if (code != DONE) return code;
  for (k = 0; k < N_Z; ++k) z[k] = own->trial[k];
  if (linearised(call, z) < 0.0) return SINGULAR;
  spread(own, y + N_V, zd);
  cut_forces(call, z, zd, wrench, M, f, gamma, rate + 2 * N_V + 1);
  for (i = 0; i < N_R; ++i) drift[i] = -gamma[(int)own->chosen[i]];
  solved(N_R, own->factor, own->order, drift, 1);
  for (k = 0; k < N_Z; ++k) { n[k] = 0.0; for (j = 0; j < N_V; ++j) N[k][j] = 0.0; }
  for (j = 0; j < N_V; ++j) N[(int)own->independent[j]][j] = 1.0;
  for (i = 0; i < N_R; ++i) {
    const int k_i = (int)own->dependent[i];
    n[k_i] = own->drift[k_i] = drift[i];
    for (j = 0; j < N_V; ++j) N[k_i][j] = own->follow[i * N_V + j];
  }
  for (k = 0; k < N_A; ++k) {
    f[actuated[k]] += tau[k];
    power += tau[k] * zd[actuated[k]];
  }
  for (k = 0; k < N_Z; ++k) {
    for (j = 0; j < N_V; ++j) MN[k][j] = 0.0;
    for (i = 0; i < N_Z; ++i) {
      const double m = M[k * N_Z + i];
      if (m != 0.0) {
        f[k] -= m * n[i];
        for (j = 0; j < N_V; ++j) MN[k][j] += m * N[i][j];
      }
    }
  }
  for (i = 0; i < N_V; ++i) {
    double sum = 0.0;
    for (k = 0; k < N_Z; ++k) sum += N[k][i] * f[k];
    rate[N_V + i] = sum;
    for (j = 0; j < N_V; ++j) {
      double entry = 0.0;
      for (k = 0; k < N_Z; ++k) entry += N[k][i] * MN[k][j];
      A[i * N_V + j] = entry;
    }
    rate[i] = y[N_V + i];
  }
  if (!factorised(N_V, A, order)) return all_finite(N_V * N_V, A) ? SINGULAR : NOT_FINITE;
  solved(N_V, A, order, rate + N_V, 1);
  rate[2 * N_V] = power;
  return all_finite(N_Y, rate) ? DONE : NOT_FINITE;
}

/* accelerations of all entries of z at the present state */
static int plant_second(const loop *call, const double *tau, const double *wrench)
{
  memory *own = call->own;
  const memory before = *own;  /* closing the loops again would move a robot at rest by round-off */
  double rate[N_Y];
  const int code = plant_rates(call, own->y, tau, wrench, rate);
  int i;
  spread(own, rate + N_V, own->second);
  for (i = 0; i < N_R; ++i) own->second[(int)own->dependent[i]] += own->drift[(int)own->dependent[i]];
  for (i = 0; i < N_PLANT; ++i) own->plant[i] = before.plant[i];
  return code;
}

/* the state at the end of a step: closed, with the rates of all joints; another chart if this one becomes steep */
static int plant_settle(const loop *call)
{
  memory *own = call->own;
  double *z = own->plant, *zd = z + N_Z, g[N_G + 1], worst, open = 0.0, turn = 0.0;
  int k, code = all_finite(N_Y, own->y) ? closed(call, own->y, own->trial) : NOT_FINITE;
  if (code != DONE) return code;
  for (k = 0; k < N_Z; ++k) z[k] = own->trial[k];
  worst = linearised(call, z);
  if (worst < 0.0) return SINGULAR;
  spread(own, own->y + N_V, zd);
  cut_rows(call, z, g);
  for (k = 0; k < N_G; ++k) if (fabs(g[k]) > open) open = fabs(g[k]);
  z[2 * N_Z + 9] = open;
  if (TURNS_FREELY) for (k = N_Z - 3; k < N_Z; ++k) turn += z[k] * z[k];
  return worst > MOST_RATIO * own->ratio[0] || turn > FARTHEST * FARTHEST ? charted(call) : DONE;
}

static int plant_begin(const loop *call)
{
  return charted(call);
}

static int plant_observe(const loop *call, seen *robot)
{
  memory *own = call->own;
  int k;
  cut_coordinates(call, robot->x, robot->xd);
  for (k = 0; k < N_X; ++k) {
    if (periodic[k]) robot->x[k] = nearest_turn(robot->x[k], own->pose[k]);
    own->pose[k] = robot->x[k];
  }
  for (k = 0; k < N_A; ++k) {
    robot->q[k] = own->q[k] = own->plant[actuated[k]];
    robot->qd[k] = own->plant[N_Z + actuated[k]];
  }
  return DONE;
}

/* rates of the rubbing joints at the present state */
static void plant_slip(const loop *call, double *slip)
{
  int k;
  for (k = 0; k < N_RUB; ++k) slip[k] = call->own->plant[N_Z + rubs[k]];
}
