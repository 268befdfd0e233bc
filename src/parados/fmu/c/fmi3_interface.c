/* FMI 3.0 for model exchange and co-simulation, on fmu_instance. */
#include "fmi3Functions.h"
#include "fmu_instance.h"
#include <stdlib.h>
#include <string.h>

typedef struct component {
  fmu_instance own; /* first, so that a pointer to a component is a pointer to it */
  fmi3LogMessageCallback logger;
  fmi3InstanceEnvironment environment;
} component;

#define OWN ((fmu_instance *)instance)
#define EXPECT(phases, call) if (!instance || fmu_expect(OWN, phases, call) != FMU_OK) return fmi3Error
#define ANY (FMU_INSTANTIATED + FMU_INITIALIZING + FMU_EVENT + FMU_CONTINUOUS + FMU_STEP + FMU_TERMINATED)
#define RUNNING (FMU_EVENT + FMU_CONTINUOUS + FMU_STEP)

static void logged(void *owner, int status, const char *category, const char *message)
{
  component *c = (component *)owner;
  if (c->logger) c->logger(c->environment, (fmi3Status)status, category, message);
}

static fmi3Status absent(fmi3Instance instance, size_t count, const char *text)
{
  if (!instance) return fmi3Error;
  return count ? (fmi3Status)fmu_complain(OWN, FMU_ERROR, text) : fmi3OK;
}

const char *fmi3GetVersion(void) { return fmi3Version; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories, const fmi3String categories[])
{
  (void)loggingOn, (void)nCategories, (void)categories; /* only failures are logged, and they always are */
  return instance ? fmi3OK : fmi3Error;
}

/* -- life ------------------------------------------------------------------------------------------------------------ */

static fmi3Instance instantiated(fmi3String token, fmi3InstanceEnvironment environment, fmi3LogMessageCallback logMessage,
                                 int steps)
{
  component *c;
  if (!token || strcmp(token, FMU_TOKEN) != 0) {
    if (logMessage) logMessage(environment, fmi3Error, "logStatusError", "the instantiation token is not that of this FMU");
    return NULL;
  }
  c = (component *)calloc(1, sizeof *c);
  if (!c) return NULL;
  c->logger = logMessage;
  c->environment = environment;
  c->own.log = logged;
  c->own.owner = c;
  c->own.steps = steps;
  fmu_reset(&c->own);
  return c;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
                                          fmi3Boolean visible, fmi3Boolean loggingOn,
                                          fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage)
{
  (void)instanceName, (void)resourcePath, (void)visible, (void)loggingOn;
  return instantiated(instantiationToken, instanceEnvironment, logMessage, 0);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
                                         fmi3Boolean visible, fmi3Boolean loggingOn, fmi3Boolean eventModeUsed,
                                         fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference requiredIntermediateVariables[],
                                         size_t nRequiredIntermediateVariables, fmi3InstanceEnvironment instanceEnvironment,
                                         fmi3LogMessageCallback logMessage, fmi3IntermediateUpdateCallback intermediateUpdate)
{
  (void)instanceName, (void)resourcePath, (void)visible, (void)loggingOn, (void)eventModeUsed, (void)earlyReturnAllowed;
  (void)requiredIntermediateVariables, (void)nRequiredIntermediateVariables, (void)intermediateUpdate;
  return instantiated(instantiationToken, instanceEnvironment, logMessage, 1);
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
                                               fmi3Boolean visible, fmi3Boolean loggingOn,
                                               fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
                                               fmi3ClockUpdateCallback clockUpdate, fmi3LockPreemptionCallback lockPreemption,
                                               fmi3UnlockPreemptionCallback unlockPreemption)
{
  (void)instanceName, (void)instantiationToken, (void)resourcePath, (void)visible, (void)loggingOn;
  (void)clockUpdate, (void)lockPreemption, (void)unlockPreemption;
  if (logMessage) logMessage(instanceEnvironment, fmi3Error, "logStatusError", "this FMU has no scheduled execution");
  return NULL;
}

void fmi3FreeInstance(fmi3Instance instance) { free(instance); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
                                       fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)
{
  (void)toleranceDefined, (void)tolerance, (void)stopTimeDefined, (void)stopTime; /* steps have the size of a parameter */
  EXPECT(FMU_INSTANTIATED, "fmi3EnterInitializationMode");
  OWN->now.time = startTime;
  OWN->now.phase = FMU_INITIALIZING;
  return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
  EXPECT(FMU_INITIALIZING, "fmi3ExitInitializationMode");
  if (fmu_initialized(OWN) != FMU_OK) return fmi3Error;
  OWN->now.phase = OWN->steps ? FMU_STEP : FMU_EVENT;
  return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
  EXPECT(RUNNING, "fmi3Terminate");
  OWN->now.phase = FMU_TERMINATED;
  return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
  if (!instance) return fmi3Error;
  fmu_reset(OWN);
  return fmi3OK;
}

/* -- values ---------------------------------------------------------------------------------------------------------- */

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3Float64 values[],
                          size_t nValues)
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi3GetFloat64");
  if (n != nValues) return absent(instance, 1, "each value reference has one value");
  for (k = 0; k < n && status == FMU_OK; ++k) status = fmu_get(OWN, references[k], 0, values + k);
  return (fmi3Status)status;
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3Float64 values[],
                          size_t nValues)
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi3SetFloat64");
  if (n != nValues) return absent(instance, 1, "each value reference has one value");
  for (k = 0; k < n && status == FMU_OK; ++k) status = fmu_set(OWN, references[k], 0, values[k]);
  return (fmi3Status)status;
}

fmi3Status fmi3GetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3Boolean values[],
                          size_t nValues)
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi3GetBoolean");
  if (n != nValues) return absent(instance, 1, "each value reference has one value");
  for (k = 0; k < n && status == FMU_OK; ++k) {
    double found = 0.0;
    status = fmu_get(OWN, references[k], 1, &found);
    values[k] = found != 0.0;
  }
  return (fmi3Status)status;
}

fmi3Status fmi3SetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3Boolean values[],
                          size_t nValues)
{
  size_t k;
  int status = FMU_OK;
  EXPECT(ANY, "fmi3SetBoolean");
  if (n != nValues) return absent(instance, 1, "each value reference has one value");
  for (k = 0; k < n && status == FMU_OK; ++k) status = fmu_set(OWN, references[k], 1, values[k] ? 1.0 : 0.0);
  return (fmi3Status)status;
}

#define NO_VARIABLES(type)                                                                                                     \
  fmi3Status fmi3Get##type(fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3##type values[],        \
                           size_t nValues)                                                                                     \
  {                                                                                                                            \
    (void)references, (void)values, (void)nValues;                                                                             \
    return absent(instance, n, "this FMU has no variables of type " #type);                                                    \
  }                                                                                                                            \
  fmi3Status fmi3Set##type(fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3##type values[],  \
                           size_t nValues)                                                                                     \
  {                                                                                                                            \
    (void)references, (void)values, (void)nValues;                                                                             \
    return absent(instance, n, "this FMU has no variables of type " #type);                                                    \
  }

NO_VARIABLES(Float32)
NO_VARIABLES(Int8)
NO_VARIABLES(UInt8)
NO_VARIABLES(Int16)
NO_VARIABLES(UInt16)
NO_VARIABLES(Int32)
NO_VARIABLES(UInt32)
NO_VARIABLES(Int64)
NO_VARIABLES(UInt64)
NO_VARIABLES(String)

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t n, size_t sizes[],
                         fmi3Binary values[], size_t nValues)
{
  (void)references, (void)sizes, (void)values, (void)nValues;
  return absent(instance, n, "this FMU has no variables of type Binary");
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t n, const size_t sizes[],
                         const fmi3Binary values[], size_t nValues)
{
  (void)references, (void)sizes, (void)values, (void)nValues;
  return absent(instance, n, "this FMU has no variables of type Binary");
}

/* -- clocks, dependencies, derivatives: there are none ---------------------------------------------------------------- */

#define REFERENCES fmi3Instance instance, const fmi3ValueReference references[], size_t n

static fmi3Status no_clocks(fmi3Instance instance, size_t n) { return absent(instance, n, "this FMU has no clocks"); }

fmi3Status fmi3GetClock(REFERENCES, fmi3Clock values[])
{
  (void)references, (void)values;
  return no_clocks(instance, n);
}

fmi3Status fmi3SetClock(REFERENCES, const fmi3Clock values[])
{
  (void)references, (void)values;
  return no_clocks(instance, n);
}

fmi3Status fmi3GetIntervalDecimal(REFERENCES, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
{
  (void)references, (void)intervals, (void)qualifiers;
  return no_clocks(instance, n);
}

fmi3Status fmi3GetIntervalFraction(REFERENCES, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[])
{
  (void)references, (void)counters, (void)resolutions, (void)qualifiers;
  return no_clocks(instance, n);
}

fmi3Status fmi3GetShiftDecimal(REFERENCES, fmi3Float64 shifts[])
{
  (void)references, (void)shifts;
  return no_clocks(instance, n);
}

fmi3Status fmi3GetShiftFraction(REFERENCES, fmi3UInt64 counters[], fmi3UInt64 resolutions[])
{
  (void)references, (void)counters, (void)resolutions;
  return no_clocks(instance, n);
}

fmi3Status fmi3SetIntervalDecimal(REFERENCES, const fmi3Float64 intervals[])
{
  (void)references, (void)intervals;
  return no_clocks(instance, n);
}

fmi3Status fmi3SetIntervalFraction(REFERENCES, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
  (void)references, (void)counters, (void)resolutions;
  return no_clocks(instance, n);
}

fmi3Status fmi3SetShiftDecimal(REFERENCES, const fmi3Float64 shifts[])
{
  (void)references, (void)shifts;
  return no_clocks(instance, n);
}

fmi3Status fmi3SetShiftFraction(REFERENCES, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
  (void)references, (void)counters, (void)resolutions;
  return no_clocks(instance, n);
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clockReference, fmi3Float64 activationTime)
{
  (void)clockReference, (void)activationTime;
  return no_clocks(instance, 1);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference valueReference, size_t *nDependencies)
{
  (void)valueReference, (void)nDependencies;
  return absent(instance, 1, "dependencies are those of modelDescription.xml");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent, size_t elementIndicesOfDependent[],
                                       fmi3ValueReference independents[], size_t elementIndicesOfIndependents[],
                                       fmi3DependencyKind dependencyKinds[], size_t nDependencies)
{
  (void)dependent, (void)elementIndicesOfDependent, (void)independents, (void)elementIndicesOfIndependents;
  (void)dependencyKinds, (void)nDependencies;
  return absent(instance, 1, "dependencies are those of modelDescription.xml");
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                        const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                        size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
  (void)unknowns, (void)nUnknowns, (void)knowns, (void)nKnowns, (void)seed, (void)nSeed, (void)sensitivity, (void)nSensitivity;
  return absent(instance, 1, "this FMU has no directional derivatives");
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                    size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
  (void)unknowns, (void)nUnknowns, (void)knowns, (void)nKnowns, (void)seed, (void)nSeed, (void)sensitivity, (void)nSensitivity;
  return absent(instance, 1, "this FMU has no adjoint derivatives");
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance)
{
  return absent(instance, 1, "this FMU has no structural parameters");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance)
{
  return absent(instance, 1, "this FMU has no structural parameters");
}

/* -- FMU states ------------------------------------------------------------------------------------------------------ */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
  EXPECT(ANY, "fmi3GetFMUState");
  return (fmi3Status)fmu_keep(OWN, FMUState);
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState)
{
  EXPECT(ANY, "fmi3SetFMUState");
  return (fmi3Status)fmu_restore(OWN, FMUState);
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
  EXPECT(ANY, "fmi3FreeFMUState");
  free(*FMUState);
  *FMUState = NULL;
  return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState, size_t *size)
{
  (void)FMUState;
  EXPECT(ANY, "fmi3SerializedFMUStateSize");
  *size = sizeof(fmu_state);
  return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serialized[], size_t size)
{
  EXPECT(ANY, "fmi3SerializeFMUState");
  if (!FMUState || size < sizeof(fmu_state)) return absent(instance, 1, "there is no room for an FMU state");
  memcpy(serialized, FMUState, sizeof(fmu_state));
  return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte serialized[], size_t size, fmi3FMUState *FMUState)
{
  EXPECT(ANY, "fmi3DeserializeFMUState");
  if (size != sizeof(fmu_state)) return absent(instance, 1, "this is not an FMU state of this FMU");
  if (fmu_keep(OWN, FMUState) != FMU_OK) return fmi3Error;
  memcpy(*FMUState, serialized, size);
  return fmi3OK;
}

/* -- model exchange -------------------------------------------------------------------------------------------------- */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance)
{
  EXPECT(FMU_INITIALIZING + FMU_EVENT, "fmi3EvaluateDiscreteStates");
  return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate,
                                    fmi3Boolean *terminateSimulation, fmi3Boolean *nominalsOfContinuousStatesChanged,
                                    fmi3Boolean *valuesOfContinuousStatesChanged, fmi3Boolean *nextEventTimeDefined,
                                    fmi3Float64 *nextEventTime)
{
  EXPECT(FMU_EVENT, "fmi3UpdateDiscreteStates");
  *discreteStatesNeedUpdate = *terminateSimulation = *nominalsOfContinuousStatesChanged = fmi3False;
  *valuesOfContinuousStatesChanged = *nextEventTimeDefined = fmi3False;
  *nextEventTime = 0.0;
  return fmi3OK;
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
  EXPECT(FMU_EVENT + FMU_CONTINUOUS, "fmi3EnterEventMode");
  OWN->now.phase = FMU_EVENT;
  return fmi3OK;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
  EXPECT(FMU_EVENT, "fmi3EnterContinuousTimeMode");
  OWN->now.phase = FMU_CONTINUOUS;
  return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi3Boolean *enterEventMode, fmi3Boolean *terminateSimulation)
{
  (void)noSetFMUStatePriorToCurrentPoint;
  EXPECT(FMU_CONTINUOUS, "fmi3CompletedIntegratorStep");
  *enterEventMode = *terminateSimulation = fmi3False;
  return fmi3OK;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
  EXPECT(FMU_EVENT + FMU_CONTINUOUS, "fmi3SetTime");
  OWN->now.time = time;
  return fmi3OK;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 x[], size_t nx)
{
  EXPECT(FMU_CONTINUOUS, "fmi3SetContinuousStates");
  return (fmi3Status)fmu_set_states(OWN, x, nx);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t nx)
{
  EXPECT(FMU_INITIALIZING + FMU_EVENT + FMU_CONTINUOUS, "fmi3GetContinuousStateDerivatives");
  return (fmi3Status)fmu_get_slopes(OWN, derivatives, nx);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 x[], size_t nx)
{
  EXPECT(FMU_INITIALIZING + FMU_EVENT + FMU_CONTINUOUS, "fmi3GetContinuousStates");
  return (fmi3Status)fmu_get_states(OWN, x, nx);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t nContinuousStates)
{
  size_t k;
  EXPECT(ANY, "fmi3GetNominalsOfContinuousStates");
  for (k = 0; k < nContinuousStates; ++k) nominals[k] = 1.0;
  return fmi3OK;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 eventIndicators[], size_t nEventIndicators)
{
  (void)eventIndicators;
  return absent(instance, nEventIndicators, "this FMU has no event indicators");
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *nEventIndicators)
{
  EXPECT(ANY, "fmi3GetNumberOfEventIndicators");
  *nEventIndicators = 0;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *nContinuousStates)
{
  EXPECT(ANY, "fmi3GetNumberOfContinuousStates");
  *nContinuousStates = FMU_STATES;
  return fmi3OK;
}

/* -- co-simulation --------------------------------------------------------------------------------------------------- */

fmi3Status fmi3EnterStepMode(fmi3Instance instance) { return absent(instance, 1, "this FMU has no event mode in co-simulation"); }

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                                    const fmi3Int32 orders[], fmi3Float64 values[], size_t nValues)
{
  (void)references, (void)orders, (void)values, (void)nValues;
  return absent(instance, n, "this FMU has no derivatives of outputs");
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize,
                      fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *eventHandlingNeeded,
                      fmi3Boolean *terminateSimulation, fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime)
{
  int status;
  (void)noSetFMUStatePriorToCurrentPoint;
  EXPECT(FMU_STEP, "fmi3DoStep");
  status = fmu_step(OWN, currentCommunicationPoint, communicationStepSize);
  *eventHandlingNeeded = *earlyReturn = fmi3False;
  *terminateSimulation = OWN->now.stopped != 0;
  *lastSuccessfulTime = OWN->now.time;
  return (fmi3Status)status;
}
