/* Program that calls an FMU as a tool does, for sanitizers and valgrind: two instances, steps, states, wrong calls. FMI 2.0. */
#include "fmi2Functions.h"
#include "fmu_instance.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int said;

static void hear(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category, fmi2String message, ...)
{
  va_list more;
  char text[500];
  (void)environment;
  va_start(more, message);
  vsnprintf(text, sizeof text, message, more);
  va_end(more);
  said += strlen(name) + strlen(category) + strlen(text) > 0 && status != fmi2OK;
}

#define CHECK(condition) if (!(condition)) { printf("line %d fails\n", __LINE__); return 1; }

int main(void)
{
  const fmi2CallbackFunctions functions = {hear, calloc, free, NULL, NULL};
  fmi2Component one = fmi2Instantiate("one", fmi2CoSimulation, FMU_TOKEN, "", &functions, 0, 0);
  fmi2Component two = fmi2Instantiate("two", fmi2ModelExchange, FMU_TOKEN, "", &functions, 0, 0);
  fmi2FMUstate state = NULL, copy = NULL;
  fmi2EventInfo info;
  fmi2ValueReference every[FMU_VALUES];
  double values[FMU_VALUES], slopes[FMU_STATES + 1];
  fmi2Byte bytes[sizeof(fmu_state)];
  size_t size = 0, reals = 0;
  unsigned k;
  CHECK(one && two && !fmi2Instantiate("three", fmi2CoSimulation, "wrong", "", &functions, 0, 0) && said == 1);
  for (k = 0; k < FMU_VALUES; ++k) if (!fmu_is_boolean[k]) every[reals++] = k;
  CHECK(fmi2SetupExperiment(one, 0, 0.0, 0.0, 0, 0.0) == fmi2OK && fmi2SetupExperiment(two, 0, 0.0, 0.0, 0, 0.0) == fmi2OK);
  CHECK(fmi2EnterInitializationMode(one) == fmi2OK && fmi2ExitInitializationMode(one) == fmi2OK);
  CHECK(fmi2EnterInitializationMode(two) == fmi2OK && fmi2ExitInitializationMode(two) == fmi2OK);
  CHECK(fmi2NewDiscreteStates(two, &info) == fmi2OK && fmi2EnterContinuousTimeMode(two) == fmi2OK);
  for (k = 0; k < 20; ++k) CHECK(fmi2DoStep(one, 1e-3 * k, 1e-3, 1) == fmi2OK);
  CHECK(fmi2GetReal(one, every, reals, values) == fmi2OK && fmi2GetReal(two, every, reals, values) == fmi2OK);
  CHECK(fmi2GetDerivatives(two, slopes, FMU_STATES) == fmi2OK);
  CHECK(fmi2GetFMUstate(one, &state) == fmi2OK && fmi2SerializedFMUstateSize(one, state, &size) == fmi2OK);
  CHECK(size == sizeof bytes && fmi2SerializeFMUstate(one, state, bytes, size) == fmi2OK);
  CHECK(fmi2DeSerializeFMUstate(one, bytes, size, &copy) == fmi2OK && fmi2SetFMUstate(one, copy) == fmi2OK);
  CHECK(fmi2FreeFMUstate(one, &state) == fmi2OK && fmi2FreeFMUstate(one, &copy) == fmi2OK && !state && !copy);
  CHECK(fmi2DoStep(one, 5.0, 1e-3, 1) == fmi2Error && fmi2GetDerivatives(two, slopes, FMU_STATES + 1) == fmi2Error);
  CHECK(fmi2GetReal(NULL, every, reals, values) == fmi2Error && said == 3);
  CHECK(fmi2Terminate(one) == fmi2OK && fmi2Terminate(two) == fmi2OK && fmi2Reset(one) == fmi2OK);
  fmi2FreeInstance(one);
  fmi2FreeInstance(two);
  fmi2FreeInstance(NULL);
  printf("1 passed, 0 failed\n");
  return 0;
}
