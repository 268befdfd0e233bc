/* Types of the compiled loop. The sizes N_... and the struct `memory` are written before this text.

   N_X, N_V, N_A, N_U: coordinates, rates, actuators, unknowns of the controller's geometry. N_Y: entries of the integrated state.
   N_S, N_O: discrete state and outputs of the law. N_NODES: instants in a step at which efforts are needed. */

enum { DONE, NOT_FINITE, SINGULAR, LAW_NOT_FINITE, LAW_SINGULAR, LAW_STOPPED, NO_POSE, NO_CONVERGENCE, NOT_CLOSED };

typedef struct loop {
  long first, steps, every, keep, late, ring;   /* number of the first step, steps of this block, steps per update, per row, delay */
  double h;                                     /* step [s] */
  const double *a, *b, *c, *ahead;              /* collocation formula */
  const double *decay;                          /* exp(-c h / time constant) at the nodes, then at the end of the step; or NULL */
  const double *parameters, *law_parameters, *gains;
  const double *reference;                      /* rows of the updates of this block */
  const double *noise;                          /* rows (N_A) of the updates of this block, or NULL */
  const double *feed, *wrench;                  /* efforts and wrenches over time, at the nodes of each step and then at its beginning,
                                                   or NULL */
  const double *most, *fastest, *resolution;    /* limits of efforts and of their change in a second; steps of the encoders */
  memory *own;                                  /* everything that lives from one block to the next */
  double *commands;                             /* the last `ring` commands */
  double *rows;                                 /* kept rows of this block */
  long kept, stopped;                           /* number of kept rows, and of the step at which the block ended */
  int (*ask)(double t, const double *measured, double *efforts);   /* a law that is not in C, or NULL */
} loop;

static int all_finite(int n, const double *values)
{
  int k;
  for (k = 0; k < n; ++k) if (!isfinite(values[k])) return 0;
  return 1;
}

/* add whole turns to an angle, so that it lies within half a turn of another one */
static double nearest_turn(double angle, double near)
{
  const double turn = 6.283185307179586;
  return angle - turn * floor((angle - near) / turn + 0.5);
}

typedef struct seen { double x[N_X], xd[N_V], q[N_A], qd[N_A]; } seen;
