"""Program that runs FMUs in a Python without parados: requests come as JSON on standard input, results go to standard output."""

import json
import sys

sys.path.append(sys.argv[1])  # site-packages as a plain folder: its .pth files, which would lead to parados, are not read

import numpy as np
from fmpy import extract, instantiate_fmu, read_model_description, simulate_fmu

try:
    import parados
except ModuleNotFoundError:
    parados = None
assert parados is None, "parados can be imported here, so this run proves nothing"


def simulated(path, type, start, stop, times, inputs=None, tolerance=1e-9):
    """Return all outputs (N, n) at times from the start of a simulation, by name."""
    signals = None
    if inputs is not None:
        names = list(inputs)
        rows = list(zip(*inputs.values(), strict=True))
        signals = np.array(rows, dtype=[(name, float) for name in names])
    found = simulate_fmu(
        path, validate=True, fmi_type=type, start_values=start, stop_time=stop, output_interval=stop / (times - 1),
        solver="CVode", relative_tolerance=tolerance, input=signals, record_events=False, set_stop_time=False,
    )  # fmt: skip
    return {name: found[name].tolist() for name in found.dtype.names}


class Instance:
    """One instance for co-simulation, of FMI 2 or 3."""

    def __init__(self, path, start):
        description = read_model_description(path)
        self.references = {variable.name: variable for variable in description.modelVariables}
        self.fmu = instantiate_fmu(extract(path), description, fmi_type="CoSimulation")
        self.is_3 = description.fmiVersion.startswith("3")
        if not self.is_3:
            self.fmu.setupExperiment(startTime=0.0)
        self.set(start)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def set(self, values):
        reals = {name: value for name, value in values.items() if not isinstance(value, bool)}
        given = [self.references[name].valueReference for name in reals], list(reals.values())
        (self.fmu.setFloat64 if self.is_3 else self.fmu.setReal)(*given)
        for name in set(values) - set(reals):
            self.fmu.setBoolean([self.references[name].valueReference], [values[name]])

    def get(self, names):
        references = [self.references[name].valueReference for name in names]
        return dict(zip(names, (self.fmu.getFloat64 if self.is_3 else self.fmu.getReal)(references), strict=True))

    def step(self, time, size):
        self.fmu.doStep(currentCommunicationPoint=time, communicationStepSize=size)


def controlled(plant, controller, start, reference, wires, watched, step, count):
    """Run a plant with a sampled controller; return what is watched of the plant, (count + 1,) values by name.

    wires : names of outputs of the plant and inputs of the controller, which are the same
    """
    robot, law = Instance(plant, start), Instance(controller, reference)
    efforts = [name for name in law.references if name.startswith("tau.")]
    found = [robot.get(watched)]
    for k in range(count):
        law.set(robot.get(wires))
        robot.set(law.get(efforts))
        robot.step(k * step, step)
        law.step(k * step, step)
        found.append(robot.get(watched))
    return {name: [one[name] for one in found] for name in watched}


CALLS = {"simulated": simulated, "controlled": controlled}
print(json.dumps([CALLS[name](**arguments) for name, arguments in json.load(sys.stdin)]))
