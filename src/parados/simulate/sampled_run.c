/* Run a robot under a sampled law: measure, update the law, limit its efforts, delay them, pass them through the drives, and step.

   A kept row holds x, xd, q, qd, the efforts, the accelerations, three integrals of power, the plant's own numbers, and the law's state and outputs. */

/* one update of the law: writes the command of this sample */
static int updated(const loop *call, long step, const seen *robot, const double *wrench)
{
  memory *own = call->own;
  const long sample = step / call->every, row = sample - call->first / call->every;
  const double period = call->h * (double)call->every, t = call->h * (double)step;
  double *command = call->commands + (sample % call->ring) * N_A;
  const double *last = call->commands + ((sample + call->ring - 1) % call->ring) * N_A;
  struct { seen part; double wrench[6]; } known;
  int k, code;
  known.part = *robot;
  for (k = 0; k < 6; ++k) known.wrench[k] = wrench[k];
  code = measure(call, sample, period, call->noise ? call->noise + row * N_A : NULL, call->reference ? call->reference + row * N_REFERENCE : NULL,
                 &known.part);
  if (code != DONE) return code;
  if (call->ask) code = call->ask(t, (const double *)&known, command) ? LAW_STOPPED : DONE;
  else code = law_update(call, t, period, call->reference + row * N_REFERENCE, &known.part, known.wrench, command);
  if (code != DONE) return code;
  for (k = 0; k < N_A; ++k) {
    if (!isfinite(command[k])) return LAW_NOT_FINITE;
    if (sample > 0) command[k] = fmin(fmax(command[k], last[k] - call->fastest[k] * period), last[k] + call->fastest[k] * period);
    command[k] = fmin(fmax(command[k], -call->most[k]), call->most[k]);
  }
  if (sample == 0) {
    long place;
    for (place = 0; place < call->ring; ++place) for (k = 0; k < N_A; ++k) call->commands[place * N_A + k] = command[k];
    for (k = 0; k < N_A; ++k) own->drive[k] = command[k];
  }
  return DONE;
}

/* the command that acts in a step; before the first one has arrived, it acts already */
static const double *acting(const loop *call, long step)
{
  const long behind = call->late / call->every + (step % call->every < call->late % call->every);
  const long sample = step / call->every - behind;
  return call->commands + ((sample > 0 ? sample : 0) % call->ring) * N_A;
}

static void keep_row(const loop *call, const seen *robot, const double *tau, double *row)
{
  const memory *own = call->own;
  int k, n = 0;
  for (k = 0; k < N_X; ++k) row[n++] = robot->x[k];
  for (k = 0; k < N_V; ++k) row[n++] = robot->xd[k];
  for (k = 0; k < N_A; ++k) row[n++] = robot->q[k];
  for (k = 0; k < N_A; ++k) row[n++] = robot->qd[k];
  for (k = 0; k < N_A; ++k) row[n++] = tau[k];
  for (k = 0; k < N_SECOND; ++k) row[n++] = own->second[k];
  for (k = N_Y - 3; k < N_Y; ++k) row[n++] = own->y[k];
  for (k = 0; k < N_PLANT; ++k) row[n++] = own->plant[k];
  for (k = 0; k < N_S; ++k) row[n++] = own->law[k];
  for (k = 0; k < N_O; ++k) row[n++] = own->outputs[k];
}

long loop_run(loop *call)
{
  memory *own = call->own;
  long k;
  call->kept = 0;
  call->stopped = call->first;
  if (call->first == 0) {
    const int code = plant_begin(call);
    if (code != DONE) return code;
  }
  for (k = 0; k <= call->steps; ++k) {
    const long step = call->first + k;
    const int last = k == call->steps;          /* a row at the end of the run; no step follows */
    const int keeps = last ? call->steps == 0 : step % call->keep == 0;
    double tau[N_NODES + 1][N_A], wrench[N_NODES + 1][6], now[N_A];
    const double *command;
    seen robot;
    int i, j, code;
    if (last && !keeps) break;
    call->stopped = step;
    for (i = 0; i <= N_NODES; ++i) for (j = 0; j < 6; ++j)
      wrench[i][j] = call->wrench ? call->wrench[(k * (N_NODES + 1) + i) * 6 + j] : 0.0;
    if (keeps || FOLLOWS_TURNS || (HAS_LAW && step % call->every == 0)) {
      code = plant_observe(call, &robot);
      if (code != DONE) return code;
    }
    if (HAS_LAW && step % call->every == 0) {
      code = updated(call, step, &robot, wrench[N_NODES]);
      if (code != DONE) return code;
    }
    command = HAS_LAW ? acting(call, step) : NULL;
    for (j = 0; j < N_A; ++j) {
      const double wanted = command ? command[j] : 0.0, from = call->decay ? own->drive[j] : wanted;
      for (i = 0; i <= N_NODES; ++i) {
        const double left = call->decay ? call->decay[i] : 0.0;
        tau[i][j] = wanted + (from - wanted) * left;
        if (call->feed && i < N_NODES) tau[i][j] += call->feed[(k * (N_NODES + 1) + i) * N_A + j];
      }
      now[j] = from + (call->feed ? call->feed[(k * (N_NODES + 1) + N_NODES) * N_A + j] : 0.0);
    }
    if (step == 0) {
      code = rubbing_begin(call, tau, wrench);
      if (code != DONE) return code;
    }
    if (keeps) {
      code = plant_second(call, now, wrench[N_NODES]);
      if (code != DONE) return code;
      keep_row(call, &robot, now, call->rows + call->kept * N_ROW);
      ++call->kept;
    }
    if (last) break;
    code = rubbing_step(call, tau, wrench);
    if (code != DONE) return code;
    for (j = 0; j < N_A; ++j) own->drive[j] = tau[N_NODES][j];
  }
  call->stopped = call->first + call->steps;
  return DONE;
}
