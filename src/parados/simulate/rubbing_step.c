/* One step under dry friction that jumps with the sign of a rate.

   In a step each rubbing joint has one direction s in [-1, 1], by which its dry friction is multiplied: 1 or -1 while it slips, and
   between them the number for which it is at rest at the end of the step. For the rates e at the end,

       e_k > 0 and s_k = 1,   or   e_k < 0 and s_k = -1,   or   e_k = 0 and |s_k| <= 1

   (Moreau; Stewart & Trinkle 1996). e(s) is found by trial steps, and is almost linear. A step in which no joint stops or sticks is
   taken once. */

#define REFINED 8     /* largest number of corrections of s with the slopes of the trial steps */
#define STILL 1e-16   /* rate at the end of a step [rad/s, m/s] at which a joint sticks */
#define SWEEPS 200    /* of Gauss-Seidel over the joints */
#define RESTING 1e-14 /* speed [rad/s, m/s] below which a robot whose rubbing joints all stick stays where it is */

static int whole_step(const loop *call, double tau[][N_A], double wrench[][6])
{
  int code = time_step(call, tau, wrench);
  if (code == DONE) code = plant_settle(call);
  if (code == DONE && !all_finite(N_Y, call->own->y)) code = NOT_FINITE;
  return code;
}

/* take the step again from `before` with directions s, and write the rates of the rubbing joints at its end */
static int tried(const loop *call, const memory *before, double tau[][N_A], double wrench[][6], const double *s, double *slip)
{
  int k, code;
  *call->own = *before;
  for (k = 0; k < N_RUB; ++k) call->own->direction[rubs[k]] = s[k];
  code = whole_step(call, tau, wrench);
  if (code == DONE) plant_slip(call, slip);
  return code;
}

/* s with the conditions above, for e = slip + A (s - s0) */
static void directed(const char *held, const double *A, const double *slip, double *s)
{
  double s0[N_RUB + 1];
  int k, j, sweep;
  for (k = 0; k < N_RUB; ++k) s0[k] = s[k];
  for (sweep = 0; sweep < SWEEPS; ++sweep) {
    double change = 0.0;
    for (k = 0; k < N_RUB; ++k) if (held[k] && A[k * N_RUB + k] < 0.0) {
      double e = slip[k], better;
      for (j = 0; j < N_RUB; ++j) if (held[j]) e += A[k * N_RUB + j] * (s[j] - s0[j]);
      better = fmin(fmax(s[k] - e / A[k * N_RUB + k], -1.0), 1.0);
      if (fabs(better - s[k]) > change) change = fabs(better - s[k]);
      s[k] = better;
    }
    if (change <= 1e-16) break;
  }
}

static double fastest_entry(const memory *own)
{
  double most = 0.0;
  int k;
  for (k = N_Y - 3 - N_V; k < N_Y - 3; ++k) most = fmax(most, fabs(own->y[k]));
  return most;
}

static int rubbing_step(const loop *call, double tau[][N_A], double wrench[][6])
{
  memory *own = call->own;
  const memory before = *own;
  double slip[N_RUB + 1], other[N_RUB + 1], s[N_RUB + 1], A[N_RUB * N_RUB + 1];
  char held[N_RUB + 1];
  int k, j, code, count = 0, resting = 1;
  if (N_RUB == 0) return whole_step(call, tau, wrench);
  plant_slip(call, slip);
  for (k = 0; k < N_RUB; ++k) {
    const double last = before.direction[rubs[k]];
    held[k] = slip[k] == 0.0 || fabs(last) < 1.0;
    s[k] = held[k] ? last : slip[k] > 0.0 ? 1.0 : -1.0;
    count += held[k];
  }
  for (;;) {
    double most;
    int more, round;
    code = tried(call, &before, tau, wrench, s, slip);
    if (code != DONE) return code;
    for (k = 0; k < N_RUB; ++k) if (!held[k] && slip[k] * s[k] < 0.0) { held[k] = 1; ++count; }
    if (!count) return DONE;
    for (j = 0; j < N_RUB; ++j) if (held[j]) {
      const double kept = s[j];
      s[j] += kept > 0.0 ? -1.0 : 1.0;
      code = tried(call, &before, tau, wrench, s, other);
      if (code != DONE) return code;
      for (k = 0; k < N_RUB; ++k) A[k * N_RUB + j] = (other[k] - slip[k]) / (s[j] - kept);
      s[j] = kept;
    }
    for (round = 0; round < REFINED; ++round) {
      directed(held, A, slip, s);
      code = tried(call, &before, tau, wrench, s, slip);
      if (code != DONE) return code;
      for (most = 0.0, k = 0; k < N_RUB; ++k) if (held[k] && fabs(s[k]) < 1.0) most = fmax(most, fabs(slip[k]));
      if (most <= STILL) break;
    }
    more = 0;
    for (k = 0; k < N_RUB; ++k) if (!held[k] && slip[k] * s[k] < 0.0) more = 1;
    if (!more) break;
  }
  for (k = 0; k < N_RUB; ++k) if (fabs(s[k]) >= 1.0) resting = 0;
  if (resting && fastest_entry(&before) < RESTING && fastest_entry(own) < RESTING) {
    *own = before;
    for (k = 0; k < N_RUB; ++k) own->direction[rubs[k]] = s[k];
  }
  return DONE;
}

/* directions of joints that are at rest at the start of a run: those of a first step, which is taken back */
static int rubbing_begin(const loop *call, double tau[][N_A], double wrench[][6])
{
  memory *own = call->own;
  const memory before = *own;
  double s[N_RUB + 1];
  int k, code;
  if (N_RUB == 0) return DONE;
  code = rubbing_step(call, tau, wrench);
  for (k = 0; k < N_RUB; ++k) s[k] = own->direction[rubs[k]];
  *own = before;
  for (k = 0; k < N_RUB; ++k) own->direction[rubs[k]] = s[k];
  return code;
}
