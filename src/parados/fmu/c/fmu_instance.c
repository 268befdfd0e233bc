#include "fmu_instance.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE (FMU_INSTANTIATED + FMU_INITIALIZING)

/* phases in which the kinds of variables may be set */
static const int may_be_set[] = {
  0, BEFORE, BEFORE + FMU_EVENT + FMU_STEP, BEFORE + FMU_EVENT + FMU_CONTINUOUS + FMU_STEP, BEFORE, 0, 0,
};

void fmu_reset(fmu_instance *own)
{
  own->now.time = 0.0;
  memcpy(own->now.values, fmu_start, sizeof fmu_start);
  own->now.phase = FMU_INSTANTIATED;
  own->now.stopped = 0;
  own->slopes_are_new = own->outputs_are_new = 0;
}

int fmu_complain(fmu_instance *own, int status, const char *text)
{
  char message[400];
  snprintf(message, sizeof message, "at t = %.9g s: %s", own->now.time, text);
  if (own->log) own->log(own->owner, status, status == FMU_DISCARD ? "logStatusDiscard" : "logStatusError", message);
  return status;
}

int fmu_expect(fmu_instance *own, int phases, const char *call)
{
  char text[200];
  if (own->now.phase & phases) return FMU_OK;
  snprintf(text, sizeof text, "%s must not be called in this state of the FMU", call);
  return fmu_complain(own, FMU_ERROR, text);
}

/* -- equations ------------------------------------------------------------------------------------------------------- */

static void changed(fmu_instance *own)
{
  own->slopes_are_new = own->outputs_are_new = 0;
}

static int slopes(fmu_instance *own)
{
  if (!own->slopes_are_new) {
    const int status = fmu_find_slopes(own->now.values);
    if (status) return status;
    own->slopes_are_new = 1;
  }
  return 0;
}

static int refreshed(fmu_instance *own, int kind)
{
  int status = 0;
  if (kind == FMU_SLOPE) status = slopes(own);
  else if (kind == FMU_OUTPUT && !own->outputs_are_new) {
    status = fmu_find_outputs(own->now.values);
    own->outputs_are_new = status == 0;
  }
  return status ? fmu_complain(own, FMU_DISCARD, fmu_sentence(status)) : FMU_OK;
}

int fmu_initialized(fmu_instance *own)
{
  const double step = own->now.values[FMU_STEP_SIZE];
  if (FMU_STATES && !(step > 0.0)) return fmu_complain(own, FMU_ERROR, "the parameter step must be positive");
  if (refreshed(own, FMU_OUTPUT) || (FMU_STATES && refreshed(own, FMU_SLOPE))) return FMU_ERROR;
  return FMU_OK;
}

/* -- values ---------------------------------------------------------------------------------------------------------- */

static int known(fmu_instance *own, unsigned reference, int boolean)
{
  char text[200];
  if (reference < FMU_VALUES && fmu_is_boolean[reference] == boolean) return FMU_OK;
  snprintf(text, sizeof text, "no variable of this type has the value reference %u", reference);
  return fmu_complain(own, FMU_ERROR, text);
}

int fmu_get(fmu_instance *own, unsigned reference, int boolean, double *value)
{
  int status = known(own, reference, boolean);
  if (status == FMU_OK) status = refreshed(own, fmu_kinds[reference]);
  if (status == FMU_OK) *value = fmu_kinds[reference] == FMU_TIME ? own->now.time : own->now.values[reference];
  return status;
}

int fmu_set(fmu_instance *own, unsigned reference, int boolean, double value)
{
  char text[200];
  if (known(own, reference, boolean) != FMU_OK) return FMU_ERROR;
  if (!(own->now.phase & may_be_set[fmu_kinds[reference]])) {
    snprintf(text, sizeof text, "the variable with value reference %u must not be set now", reference);
    return fmu_complain(own, FMU_ERROR, text);
  }
  if (!isfinite(value)) {
    snprintf(text, sizeof text, "the value for value reference %u is not finite", reference);
    return fmu_complain(own, FMU_ERROR, text);
  }
  own->now.values[reference] = value;
  changed(own);
  return FMU_OK;
}

static int counted(fmu_instance *own, size_t count)
{
  return count == FMU_STATES ? FMU_OK : fmu_complain(own, FMU_ERROR, "the number of continuous states is wrong");
}

int fmu_get_states(fmu_instance *own, double *values, size_t count)
{
  size_t k;
  if (counted(own, count) != FMU_OK) return FMU_ERROR;
  for (k = 0; k < count; ++k) values[k] = own->now.values[fmu_states[k]];
  return FMU_OK;
}

int fmu_set_states(fmu_instance *own, const double *values, size_t count)
{
  size_t k;
  if (counted(own, count) != FMU_OK) return FMU_ERROR;
  for (k = 0; k < count; ++k) {
    if (!isfinite(values[k])) return fmu_complain(own, FMU_DISCARD, "a continuous state is not finite");
    own->now.values[fmu_states[k]] = values[k];
  }
  changed(own);
  return FMU_OK;
}

int fmu_get_slopes(fmu_instance *own, double *values, size_t count)
{
  size_t k;
  int status = counted(own, count);
  if (status == FMU_OK && count) status = refreshed(own, FMU_SLOPE);
  if (status != FMU_OK) return status;
  for (k = 0; k < count; ++k) values[k] = own->now.values[fmu_slopes[k]];
  return FMU_OK;
}

/* -- integration ----------------------------------------------------------------------------------------------------- */

/* One step of the classical Runge-Kutta method of order 4 (Hairer, Norsett & Wanner, Solving ODE I, table II.1.2). */
static int runge_kutta(fmu_instance *own, double h)
{
  static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  double *v = own->now.values, start[FMU_STATES + 1], sum[FMU_STATES + 1];
  const size_t count = FMU_STATES;
  size_t k;
  int stage;
  for (k = 0; k < count; ++k) start[k] = v[fmu_states[k]], sum[k] = 0.0;
  for (stage = 0; stage < 4; ++stage) {
    int status;
    if (stage > 0) {
      for (k = 0; k < count; ++k) v[fmu_states[k]] = start[k] + part[stage] * h * v[fmu_slopes[k]];
      changed(own);
    }
    status = slopes(own);
    if (status) return status;
    for (k = 0; k < count; ++k) sum[k] += weight[stage] * v[fmu_slopes[k]];
  }
  for (k = 0; k < count; ++k) v[fmu_states[k]] = start[k] + h * sum[k];
  changed(own);
  return 0;
}

/* Move from a communication point by a step, divided so that no part is longer than the parameter step. Where a part has no
   result, the instance stays at the beginning of that part. */
int fmu_step(fmu_instance *own, double from, double size)
{
  double parts = 1.0, k, kept[FMU_VALUES + FMU_MEMORY];
  if (!(size > 0.0) || !isfinite(from + size)) return fmu_complain(own, FMU_ERROR, "a communication step must be positive");
  if (!(fabs(from - own->now.time) <= 1e-9 * (1.0 + fabs(from)) + 1e-6 * size))
    return fmu_complain(own, FMU_ERROR, "the communication point is not the time of the FMU");
  if (FMU_STATES) parts = fmax(1.0, ceil(size / own->now.values[FMU_STEP_SIZE] - 1e-9));
  if (!(parts < 1e9)) return fmu_complain(own, FMU_ERROR, "the parameter step is too small for this communication step");
  own->now.time = from;
  for (k = 0.0; FMU_STATES && k < parts; k += 1.0) {
    int status;
    memcpy(kept, own->now.values, sizeof kept);
    status = runge_kutta(own, size / parts);
    if (status) {
      memcpy(own->now.values, kept, sizeof kept);
      changed(own);
      own->now.stopped = 1;
      return fmu_complain(own, FMU_DISCARD, fmu_sentence(status));
    }
    own->now.time = from + size * ((k + 1.0) / parts);
  }
  changed(own);
  if (refreshed(own, FMU_OUTPUT) != FMU_OK) {
    own->now.stopped = 1;
    return FMU_DISCARD;
  }
  own->now.time = from + size;
  return FMU_OK;
}

/* -- copies ---------------------------------------------------------------------------------------------------------- */

int fmu_keep(fmu_instance *own, void **state)
{
  if (*state == NULL) *state = malloc(sizeof own->now);
  if (*state == NULL) return fmu_complain(own, FMU_ERROR, "there is no memory for an FMU state");
  memcpy(*state, &own->now, sizeof own->now);
  return FMU_OK;
}

int fmu_restore(fmu_instance *own, const void *state)
{
  if (state == NULL) return fmu_complain(own, FMU_ERROR, "there is no FMU state to restore");
  memcpy(&own->now, state, sizeof own->now);
  changed(own);
  return FMU_OK;
}
