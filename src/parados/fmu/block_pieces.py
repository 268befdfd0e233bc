"""Templates of the C of an FMU, filled in by `str.format`."""

__all__ = ["BLOCK", "CLOSED", "FOUND", "LAW", "QUATERNION", "READ", "SIZES", "TO_UNIT"]

SIZES = """/* Sizes of this FMU. */
#ifndef PARADOS_FMU_SIZES_H
#define PARADOS_FMU_SIZES_H

#define FMU_TOKEN {token}
#define FMU_VALUES {values}    /* variables */
#define FMU_MEMORY {memory}    /* numbers that the equations remember */
#define FMU_STATES {states}    /* continuous states */
#define FMU_STEP_SIZE {step}   /* value reference of the parameter step; 0 if there are no states */

#endif
"""

BLOCK = """#include "fmu_instance.h"
#include "{name}.h"
#include <math.h>
#include <string.h>

const double fmu_start[FMU_VALUES + FMU_MEMORY] = {start};
const unsigned char fmu_kinds[FMU_VALUES] = {kinds};
const unsigned char fmu_is_boolean[FMU_VALUES] = {booleans};
const unsigned fmu_states[FMU_STATES + 1] = {states}, fmu_slopes[FMU_STATES + 1] = {slopes};
{mode}{robot}{helpers}
int fmu_find_slopes(double *v)
{{
{find_slopes}
}}

int fmu_find_outputs(double *v)
{{
{find_outputs}
}}

const char *fmu_sentence(int status)
{{
  static const char *const sentences[{n_sentences}] = {{
    {sentences}
  }};
  return status >= 0 && status < {n_sentences} ? sentences[status] : "an unknown status";
}}
"""

READ = """
static void read_robot(const double *v, {name}_parameters *robot)
{{
{body}
}}
"""

TO_UNIT = """
      size = sqrt(between[3] * between[3] + between[4] * between[4] + between[5] * between[5] + between[6] * between[6]);
      for (j = 3; j < 7; ++j) between[j] /= size;"""

CLOSED = """
/* Close the loops at a pose, from the last closed pose and its unknowns in memory; in smaller steps if one step fails. */
static {name}_status closed({robot}const double *pose, double *memory)
{{
  {name}_status status = {name}_OK;
  double between[{n_x}], u[{n_u}], size = 1.0;
  int count, k, j;
  (void)size;
  for (count = 1; count <= 64; count *= 4) {{
    memcpy(u, memory + {n_x}, sizeof u);
    for (k = 1; k <= count; ++k) {{
      for (j = 0; j < {n_x}; ++j) between[j] = k == count ? pose[j] : memory[j] + (pose[j] - memory[j]) * k / count;{unit}
      status = {name}_close({passed});
      if (status) break;
    }}
    if (!status) {{
      memcpy(memory, pose, sizeof between);
      memcpy(memory + {n_x}, u, sizeof u);
      return status;
    }}
  }}
  return status;
}}
"""

FOUND = """
/* Find the pose of measured joints, from the last pose and its joints in memory; in smaller steps if one step fails. */
static {name}_status found({robot}const double *q, double *memory)
{{
  {name}_status status = {name}_OK;
  double between[{n_q}], x[{n_x}]{u};
  int count, k, j;
  for (count = 1; count <= 64; count *= 4) {{
    memcpy(x, memory, sizeof x);{copy_u}
    for (k = 1; k <= count; ++k) {{
      const double *last = memory + {n_x} + {n_u};
      for (j = 0; j < {n_q}; ++j) between[j] = k == count ? q[j] : last[j] + (q[j] - last[j]) * k / count;
      status = {name}_forward_kinematics({passed});
      if (status) break;
    }}
    if (!status) {{
      memcpy(memory, x, sizeof x);{keep_u}
      memcpy(memory + {n_x} + {n_u}, q, sizeof between);
      return status;
    }}
  }}
  return status;
}}
"""

QUATERNION = """  {{ /* the quaternion Q moves by (0, omega) Q / 2; the models get it with unit length */
    const double *Q = v + {x} + 3, *o = v + {xd} + 3;
    const double size = sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
    int k;
    for (k = 0; k < {n_x}; ++k) pose[k] = k < 3 || k > 6 ? v[{x} + k] : v[{x} + k] / size;
    for (k = 0; k < {n_x}; ++k) if (k < 3) v[{dx} + k] = v[{xd} + k]; else if (k > 6) v[{dx} + k] = v[{xd} + k - 1];
    v[{dx} + 3] = -(o[0] * Q[1] + o[1] * Q[2] + o[2] * Q[3]) / 2;
    v[{dx} + 4] = (Q[0] * o[0] + o[1] * Q[3] - o[2] * Q[2]) / 2;
    v[{dx} + 5] = (Q[0] * o[1] + o[2] * Q[1] - o[0] * Q[3]) / 2;
    v[{dx} + 6] = (Q[0] * o[2] + o[0] * Q[2] - o[1] * Q[1]) / 2;
  }}
"""

LAW = """  for (k = 0; k < {n}; ++k) /* the errors obey e'' + kd e' + kp e = 0 */
    wanted[k] = v[{xrdd} + k] + v[{kd} + k] * (v[{xrd} + k] - xd[k]) + v[{kp} + k] * (v[{xr} + k] - x[k]);
"""
