/* One step in time: the classical Runge-Kutta method, or collocation at N_NODES nodes with its fixed-point iteration.

   `tau` and `wrench` hold the efforts and wrenches at the nodes: the beginning, middle and end of the step, or the nodes c. */

static int runge_kutta(const loop *call, double tau[][N_A], double wrench[][6])
{
  static const int node[4] = {0, 1, 1, 2};
  static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  memory *own = call->own;
  double rate[N_Y], at[N_Y], sum[N_Y];
  int stage, k;
  for (k = 0; k < N_Y; ++k) { rate[k] = 0.0; sum[k] = 0.0; }
  for (stage = 0; stage < 4; ++stage) {
    int code;
    for (k = 0; k < N_Y; ++k) at[k] = own->y[k] + part[stage] * call->h * rate[k];
    code = plant_rates(call, at, tau[node[stage]], wrench[node[stage]], rate);
    if (code != DONE) return code;
    for (k = 0; k < N_Y; ++k) sum[k] += weight[stage] * rate[k];
  }
  for (k = 0; k < N_Y; ++k) own->y[k] += call->h * sum[k];
  return DONE;
}

/* Hairer & Wanner, Solving Ordinary Differential Equations II, IV.8: k_i = f(y + h sum_j a_ij k_j), iterated from the polynomial
   of the step before. The iteration ends when it moves y by round-off. */
static int collocation(const loop *call, double tau[][N_A], double wrench[][6])
{
  memory *own = call->own;
  double (*rate)[N_Y] = (double (*)[N_Y])own->stages;
  double guess[N_NODES][N_Y], at[N_Y], size = 1.0, before = INFINITY;
  int i, j, k, round;
  for (i = 0; i < N_NODES; ++i) for (k = 0; k < N_Y; ++k) {
    guess[i][k] = 0.0;
    for (j = 0; j < N_NODES; ++j) guess[i][k] += call->ahead[i * N_NODES + j] * rate[j][k];
  }
  if (own->begun[0] == 0.0) {
    const int code = plant_rates(call, own->y, tau[0], wrench[0], guess[0]);
    if (code != DONE) return code;
    for (i = 1; i < N_NODES; ++i) for (k = 0; k < N_Y; ++k) guess[i][k] = guess[0][k];
    own->begun[0] = 1.0;
  }
  for (k = 0; k < N_Y; ++k) if (fabs(own->y[k]) > size) size = fabs(own->y[k]);
  for (i = 0; i < N_NODES; ++i) for (k = 0; k < N_Y; ++k) rate[i][k] = guess[i][k];
  for (round = 0; round < 60; ++round) {
    double change = 0.0;
    for (i = 0; i < N_NODES; ++i) {
      int code;
      double fresh[N_Y];
      for (k = 0; k < N_Y; ++k) {
        double sum = 0.0;
        for (j = 0; j < N_NODES; ++j) sum += call->a[i * N_NODES + j] * rate[j][k];
        at[k] = own->y[k] + call->h * sum;
      }
      code = plant_rates(call, at, tau[i], wrench[i], fresh);
      if (code != DONE) return code;
      for (k = 0; k < N_Y; ++k) {
        const double moved = call->h * fabs(fresh[k] - rate[i][k]);
        if (!(moved <= change)) change = isfinite(moved) ? moved : INFINITY;
        rate[i][k] = fresh[k];
      }
    }
    if (change <= 1e-15 * size || (change >= before && change <= 1e-12 * size)) {
      for (k = 0; k < N_Y; ++k) for (i = 0; i < N_NODES; ++i) own->y[k] += call->h * call->b[i] * rate[i][k];
      return DONE;
    }
    if (change > 1e6 * size || (round > 5 && change > before)) return NO_CONVERGENCE;
    before = change;
  }
  return NO_CONVERGENCE;
}
