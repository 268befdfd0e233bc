/* FMI 2.0 for model exchange and co-simulation, on fmu_instance. */
#include "fmi2Functions.h"
#include "fmu_instance.h"
#include <stdlib.h>
#include <string.h>

typedef struct component {
  fmu_instance own; /* first, so that a pointer to a component is a pointer to it */
  fmi2CallbackLogger logger;
  fmi2ComponentEnvironment environment;
  char *name;
} component;

#define OWN ((fmu_instance *)c)
#define EXPECT(phases, call) if (!c || fmu_expect(OWN, phases, call) != FMU_OK) return fmi2Error
#define ANY (FMU_INSTANTIATED + FMU_INITIALIZING + FMU_EVENT + FMU_CONTINUOUS + FMU_STEP + FMU_TERMINATED)
#define RUNNING (FMU_EVENT + FMU_CONTINUOUS + FMU_STEP)

static void logged(void *owner, int status, const char *category, const char *message)
{
  component *c = (component *)owner;
  if (c->logger) c->logger(c->environment, c->name, (fmi2Status)status, category, "%s", message);
}

const char *fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }

const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories, const fmi2String categories[])
{
  (void)loggingOn, (void)nCategories, (void)categories; /* only failures are logged, and they always are */
  return c ? fmi2OK : fmi2Error;
}

/* -- life ------------------------------------------------------------------------------------------------------------ */

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID, fmi2String fmuResourceLocation,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean loggingOn)
{
  component *c;
  (void)fmuResourceLocation, (void)visible, (void)loggingOn;
  if (!instanceName || !fmuGUID || !functions) return NULL;
  if (strcmp(fmuGUID, FMU_TOKEN) != 0) {
    if (functions->logger)
      functions->logger(functions->componentEnvironment, instanceName, fmi2Error, "logStatusError",
                        "the GUID %s is not that of this FMU, %s", fmuGUID, FMU_TOKEN);
    return NULL;
  }
  c = (component *)calloc(1, sizeof *c);
  if (!c) return NULL;
  c->name = (char *)malloc(strlen(instanceName) + 1);
  if (!c->name) { free(c); return NULL; }
  strcpy(c->name, instanceName);
  c->logger = functions->logger;
  c->environment = functions->componentEnvironment;
  c->own.log = logged;
  c->own.owner = c;
  c->own.steps = fmuType == fmi2CoSimulation;
  fmu_reset(&c->own);
  return c;
}

void fmi2FreeInstance(fmi2Component c)
{
  if (!c) return;
  free(((component *)c)->name);
  free(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime,
                               fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
  (void)toleranceDefined, (void)tolerance, (void)stopTimeDefined, (void)stopTime; /* steps have the size of a parameter */
  EXPECT(FMU_INSTANTIATED, "fmi2SetupExperiment");
  OWN->now.time = startTime;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
  EXPECT(FMU_INSTANTIATED, "fmi2EnterInitializationMode");
  OWN->now.phase = FMU_INITIALIZING;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
  EXPECT(FMU_INITIALIZING, "fmi2ExitInitializationMode");
  if (fmu_initialized(OWN) != FMU_OK) return fmi2Error;
  OWN->now.phase = OWN->steps ? FMU_STEP : FMU_EVENT;
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
  EXPECT(RUNNING, "fmi2Terminate");
  OWN->now.phase = FMU_TERMINATED;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
  if (!c) return fmi2Error;
  fmu_reset(OWN);
  return fmi2OK;
}

/* -- values ---------------------------------------------------------------------------------------------------------- */

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi2GetReal");
  for (k = 0; k < nvr && status == FMU_OK; ++k) status = fmu_get(OWN, vr[k], 0, value + k);
  return (fmi2Status)status;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[])
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi2SetReal");
  for (k = 0; k < nvr && status == FMU_OK; ++k) status = fmu_set(OWN, vr[k], 0, value[k]);
  return (fmi2Status)status;
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[])
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi2GetBoolean");
  for (k = 0; k < nvr && status == FMU_OK; ++k) {
    double found = 0.0;
    status = fmu_get(OWN, vr[k], 1, &found);
    value[k] = found != 0.0;
  }
  return (fmi2Status)status;
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Boolean value[])
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi2SetBoolean");
  for (k = 0; k < nvr && status == FMU_OK; ++k) status = fmu_set(OWN, vr[k], 1, value[k] ? 1.0 : 0.0);
  return (fmi2Status)status;
}

static fmi2Status absent(fmi2Component c, size_t count, const char *text)
{
  if (!c) return fmi2Error;
  return count ? (fmi2Status)fmu_complain(OWN, FMU_ERROR, text) : fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[])
{
  (void)vr, (void)value;
  return absent(c, nvr, "this FMU has no variables of type Integer");
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[])
{
  (void)vr, (void)value;
  return absent(c, nvr, "this FMU has no variables of type String");
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer value[])
{
  (void)vr, (void)value;
  return absent(c, nvr, "this FMU has no variables of type Integer");
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2String value[])
{
  (void)vr, (void)value;
  return absent(c, nvr, "this FMU has no variables of type String");
}

/* -- FMU states ------------------------------------------------------------------------------------------------------ */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
  EXPECT(ANY, "fmi2GetFMUstate");
  return (fmi2Status)fmu_keep(OWN, FMUstate);
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate)
{
  EXPECT(ANY, "fmi2SetFMUstate");
  return (fmi2Status)fmu_restore(OWN, FMUstate);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
  EXPECT(ANY, "fmi2FreeFMUstate");
  free(*FMUstate);
  *FMUstate = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size)
{
  (void)FMUstate;
  EXPECT(ANY, "fmi2SerializedFMUstateSize");
  *size = sizeof(fmu_state);
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serialized[], size_t size)
{
  EXPECT(ANY, "fmi2SerializeFMUstate");
  if (!FMUstate || size < sizeof(fmu_state)) return absent(c, 1, "there is no room for an FMU state");
  memcpy(serialized, FMUstate, sizeof(fmu_state));
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serialized[], size_t size, fmi2FMUstate *FMUstate)
{
  EXPECT(ANY, "fmi2DeSerializeFMUstate");
  if (size != sizeof(fmu_state)) return absent(c, 1, "this is not an FMU state of this FMU");
  if (fmu_keep(OWN, FMUstate) != FMU_OK) return fmi2Error;
  memcpy(*FMUstate, serialized, size);
  return fmi2OK;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[],
                                        fmi2Real dvUnknown[])
{
  (void)vUnknown_ref, (void)nUnknown, (void)vKnown_ref, (void)nKnown, (void)dvKnown, (void)dvUnknown;
  return absent(c, 1, "this FMU has no directional derivatives");
}

/* -- model exchange -------------------------------------------------------------------------------------------------- */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
  EXPECT(FMU_EVENT + FMU_CONTINUOUS, "fmi2EnterEventMode");
  OWN->now.phase = FMU_EVENT;
  return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
  EXPECT(FMU_EVENT, "fmi2NewDiscreteStates");
  info->newDiscreteStatesNeeded = info->terminateSimulation = fmi2False;
  info->nominalsOfContinuousStatesChanged = info->valuesOfContinuousStatesChanged = fmi2False;
  info->nextEventTimeDefined = fmi2False;
  info->nextEventTime = 0.0;
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
  EXPECT(FMU_EVENT, "fmi2EnterContinuousTimeMode");
  OWN->now.phase = FMU_CONTINUOUS;
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi2Boolean *enterEventMode, fmi2Boolean *terminateSimulation)
{
  (void)noSetFMUStatePriorToCurrentPoint;
  EXPECT(FMU_CONTINUOUS, "fmi2CompletedIntegratorStep");
  *enterEventMode = *terminateSimulation = fmi2False;
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
  EXPECT(FMU_EVENT + FMU_CONTINUOUS, "fmi2SetTime");
  OWN->now.time = time;
  return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t nx)
{
  EXPECT(FMU_CONTINUOUS, "fmi2SetContinuousStates");
  return (fmi2Status)fmu_set_states(OWN, x, nx);
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t nx)
{
  EXPECT(FMU_INITIALIZING + FMU_EVENT + FMU_CONTINUOUS, "fmi2GetDerivatives");
  return (fmi2Status)fmu_get_slopes(OWN, derivatives, nx);
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real eventIndicators[], size_t ni)
{
  (void)eventIndicators;
  return absent(c, ni, "this FMU has no event indicators");
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx)
{
  EXPECT(FMU_INITIALIZING + FMU_EVENT + FMU_CONTINUOUS, "fmi2GetContinuousStates");
  return (fmi2Status)fmu_get_states(OWN, x, nx);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x_nominal[], size_t nx)
{
  size_t k;
  EXPECT(ANY, "fmi2GetNominalsOfContinuousStates");
  for (k = 0; k < nx; ++k) x_nominal[k] = 1.0;
  return fmi2OK;
}

/* -- co-simulation --------------------------------------------------------------------------------------------------- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[],
                                       const fmi2Real value[])
{
  (void)vr, (void)order, (void)value;
  return absent(c, nvr, "inputs are constant during a communication step");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[],
                                        fmi2Real value[])
{
  (void)vr, (void)order, (void)value;
  return absent(c, nvr, "this FMU has no derivatives of outputs");
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
  (void)noSetFMUStatePriorToCurrentPoint;
  EXPECT(FMU_STEP, "fmi2DoStep");
  return (fmi2Status)fmu_step(OWN, currentCommunicationPoint, communicationStepSize);
}

fmi2Status fmi2CancelStep(fmi2Component c) { return absent(c, 1, "steps are not computed in the background"); }

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *value)
{
  (void)s, (void)value;
  return c ? fmi2Discard : fmi2Error; /* steps are not computed in the background */
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
  if (!c) return fmi2Error;
  if (s != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = OWN->now.time;
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value)
{
  (void)s, (void)value;
  return c ? fmi2Discard : fmi2Error;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
  if (!c) return fmi2Error;
  if (s != fmi2Terminated) return fmi2Discard;
  *value = OWN->now.stopped;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *value)
{
  (void)s, (void)value;
  return c ? fmi2Discard : fmi2Error;
}
