/* One instance of an FMU written by parados: values, phase, integration. It knows neither FMI 2 nor FMI 3.

   fmu_block.c, which parados writes for each robot, defines the tables and the equations below. The values of all variables are
   in one array, by value reference; behind them is what the equations remember, such as the last closed pose. */
#ifndef PARADOS_FMU_INSTANCE_H
#define PARADOS_FMU_INSTANCE_H

#include "fmu_sizes.h"
#include <stddef.h>

/* statuses have the numbers of FMI 2 and 3 */
enum { FMU_OK = 0, FMU_DISCARD = 2, FMU_ERROR = 3 };

/* phases of an instance; sets of phases are sums */
enum { FMU_INSTANTIATED = 1, FMU_INITIALIZING = 2, FMU_EVENT = 4, FMU_CONTINUOUS = 8, FMU_STEP = 16, FMU_TERMINATED = 32 };

/* what a value reference is */
enum { FMU_TIME, FMU_FIXED, FMU_TUNABLE, FMU_INPUT, FMU_STATE, FMU_SLOPE, FMU_OUTPUT };

/* everything that changes: an FMU state is a copy of it */
typedef struct fmu_state {
  double time;
  double values[FMU_VALUES + FMU_MEMORY];
  int phase;
  int stopped; /* a step could not be completed */
} fmu_state;

typedef void fmu_logger(void *owner, int status, const char *category, const char *message);

typedef struct fmu_instance {
  fmu_state now;
  int slopes_are_new, outputs_are_new;
  int steps; /* co-simulation */
  fmu_logger *log;
  void *owner; /* first argument of log */
} fmu_instance;

/* -- defined in fmu_block.c -- */
extern const double fmu_start[FMU_VALUES + FMU_MEMORY];
extern const unsigned char fmu_kinds[FMU_VALUES];
extern const unsigned char fmu_is_boolean[FMU_VALUES];
extern const unsigned fmu_states[FMU_STATES + 1], fmu_slopes[FMU_STATES + 1]; /* value references, then one zero */
int fmu_find_slopes(double *values);
int fmu_find_outputs(double *values);
const char *fmu_sentence(int status);

/* -- defined in fmu_instance.c -- */
void fmu_reset(fmu_instance *own);
int fmu_complain(fmu_instance *own, int status, const char *text);
int fmu_expect(fmu_instance *own, int phases, const char *call);
int fmu_initialized(fmu_instance *own);
int fmu_get(fmu_instance *own, unsigned reference, int boolean, double *value);
int fmu_set(fmu_instance *own, unsigned reference, int boolean, double value);
int fmu_get_states(fmu_instance *own, double *values, size_t count);
int fmu_set_states(fmu_instance *own, const double *values, size_t count);
int fmu_get_slopes(fmu_instance *own, double *values, size_t count);
int fmu_step(fmu_instance *own, double from, double size);
int fmu_keep(fmu_instance *own, void **state);
int fmu_restore(fmu_instance *own, const void *state);

#endif
