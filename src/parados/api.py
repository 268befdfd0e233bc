"""Load robots: `load`, `describe`, `catalog` and `Robot`."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parados.arguments import LARGEST, file_path, name_list, number, real_array, shown, text, word
from parados.errors import InputError, RobotWarning, UnknownNameError
from parados.model.surveyed_robot import SurveyedRobot
from parados.text.printable import printable
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike, NDArray

    from parados.identify.base_parameters import BaseParameters
    from parados.model.families import Families
    from parados.model.model import Model
    from parados.robot.description import RobotSpec
    from parados.robot.robot_changes import RobotChanges
    from parados.robot.robot_parameters import RobotParameters
    from parados.studio.scene_page import ScenePage
    from parados.studio.studio import Studio

__all__ = ["Robot", "catalog", "describe", "load"]

_CATALOG = resources.files("parados") / "robots"


def catalog() -> list[str]:
    """List the names of the robots that come with parados."""
    return sorted(f.name.removesuffix(".yaml") for f in _CATALOG.iterdir() if f.name.endswith(".yaml"))


def load(robot: str | Path) -> Robot:
    """Load and check a robot, given by its name in the catalog or by the path of its file.

    A mistake in the file raises RobotFileError. Anything unusual gives a RobotWarning and is listed in `Robot.remarks`. A file
    that passed every check before, by the same version of parados, is known to the cache and not checked again.
    """
    from parados.known_robots import keep_remarks, known_remarks

    loaded = Robot(describe(robot))
    known = known_remarks(loaded.spec)
    if known is None:
        keep_remarks(loaded.spec, loaded.checked().remarks)
    else:
        loaded.remarks = known
    for remark in loaded.remarks:
        warnings.warn(f"{loaded.name}: {remark}", RobotWarning, stacklevel=2)
    return loaded


def describe(robot: str | Path) -> RobotSpec:
    """Read the description of a robot and validate it as a file, without checking its mechanism."""
    from parados.robot.reading import parse_robot, read_robot

    expected = f"a name from the catalog ({', '.join(catalog())}) or the path of a robot file"
    path = file_path("load", robot, expected, UnknownNameError)
    if isinstance(robot, str) and path.suffix == "" and "/" not in robot:
        if robot not in catalog():
            raise UnknownNameError(
                f"{shown(robot)} is not in the catalog; use one of {', '.join(catalog())}, or give the path of a robot file"
            )
        return parse_robot(_CATALOG.joinpath(f"{robot}.yaml").read_text(encoding="utf-8"), f"{robot}.yaml")
    if not os.path.exists(path):  # unlike Path.exists, it is False for a name that the file system rejects
        names = ", ".join(catalog())
        raise UnknownNameError(f"{shown(str(robot))} is not a file; give a path, or a name from the catalog: {names}")
    return read_robot(path)


class Robot(SurveyedRobot, Shown):
    """A robot as its file describes it; copies and pickles contain only this description."""

    _member: tuple[Robot, RobotChanges] | None = None
    """The robot from which this one was made, and the changes; None for a robot of its own."""

    def __repr__(self) -> str:
        return f"Robot({self.spec.name!r}: {printable(self.spec.title)})"

    def _display(self) -> Display:
        from parados.report.robot_facts import robot_facts

        title = f"{self.spec.name}: {self.spec.title}" if self.spec.title else self.spec.name
        return Display(title, robot_facts(self), sentences="\n".join(self.remarks), picture=self.draw)

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def home(self) -> NDArray[np.float64]:
        """(n_x,) coordinates of the home pose [m, rad]; a copy."""
        return self.survey.home.copy()

    def checked(self) -> Robot:
        """Return this robot after every check; raises RobotFileError, in which each problem has its own sentence."""
        from parados.checks import check_robot

        check_robot(self)
        return self

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about unusual properties of a valid robot; each begins with the place in the file."""
        from parados.remarks import remarks_on

        return remarks_on(self)

    def compile(self, backend: str = "auto", *, live: Sequence[str] = (), threads: int | None = None) -> Model:
        """Build the robot's models.

        A robot that `with_parameters` or `with_payload` made shares the models of the robot that it was made from.

        backend : "c" (compiled C), "vm" (CasADi virtual machine) or "auto" (C if there is a compiler)
        live : names of parameters that stay inputs of the models (`parameters=` of every quantity): parameters of the file,
            dynamic parameters (`Model.parameter_names`), "gravity", "friction", "rotor", "springs", "payload"
        threads : number of threads that share a large stack of states; by default the environment variable PARADOS_THREADS, or
            the number of cores
        """
        made = self._compiled(word("backend", backend, ("auto", "c", "vm")), name_list("live", live))
        return made if threads is None else made.with_threads(threads)

    def _compiled(self, backend: str, names: list[str]) -> Model:
        from parados.model.model import Model

        if self._member is None:
            return self.families.model(names, backend) if names else Model(self, backend)
        base, changes = self._member
        values = changes.live_values()
        if names:
            made = base.families.model([*values, *names], backend).with_parameters(values)
        else:
            made = base.families.shared_model(values, backend)
        made.robot = self
        return made

    @cached_property
    def families(self) -> Families:
        """The families of this robot that were compiled, by their live parameters."""
        from parados.model.families import Families

        return Families(self)

    @cached_property
    def _model(self) -> Model:
        """A model for drawing, which needs no compiler."""
        return self.compile("vm")

    def draw(self, x: ArrayLike | None = None, *, mode: ArrayLike | None = None) -> Figure:
        """Draw the robot at a pose x (n_x,) and in a working mode; by default at home and in the default mode."""
        return self._model.draw(x, mode=mode)

    def show(
        self, x: ArrayLike | None = None, *, mode: ArrayLike | None = None, path: str | Path | None = None, title: str = ""
    ) -> ScenePage:
        """Return a page with the robot at a pose x (n_x,), by default at home; a notebook shows it, and it works offline.

        mode : working mode;  path : file to write the page to, such as "robot.html";  title : of the page

        It needs the extra `studio`. The method `show` of a trajectory shows the robot in motion.
        """
        from parados.text.scene_door import page_of_pose

        return page_of_pose(self, x=x, mode=mode, path=path, title=title)

    def studio(
        self,
        motion: Any = None,
        *,
        path: Path | None = None,
        host: str = "127.0.0.1",
        port: int | None = None,
        browser: bool = True,
    ) -> Studio:
        """Open the studio: a page in the browser on which the robot can be dragged, measured and moved (needs the extra studio).

        motion : a motion of the robot to begin with: a trajectory, a `MotionTable`, a `Run`, a motion of `parados.plan`, a log
        path : file of the robot; it is read again when it changes
        host, port, browser : see `parados.studio.open_studio`

        `Studio.wait()` keeps a script alive; `close()` ends the studio.
        """
        from parados.text.scene_door import opened_studio

        return opened_studio(self, motion=motion, path=path, host=host, port=port, browser=browser)

    def draw_assembly(self) -> Figure:
        """Draw the robot at home with its loops as near to closed as they come; gaps that stay open are red.

        It needs no valid robot: it shows why the loops of a file do not close (`parados check FILE --draw PICTURE`).
        """
        from parados.model.assembly_drawing import draw_assembly

        return draw_assembly(self)

    def base_parameters(
        self,
        *,
        rotors: str | None = "actuated",
        friction: str | None = "all",
        springs: bool = True,
        offsets: str | None = None,
        bodies: str | Sequence[str] = "given",
        order: str | Sequence[str] | None = None,
        tied: str | Sequence[Sequence[str]] | None = None,
        seed: int = 0,
    ) -> BaseParameters:
        """Find the base parameters, the smallest set of parameters that determines the efforts (Briot & Khalil 8.7).

        The arguments are those of `parados.identify.base_parameters`, which takes a compiled model.
        """
        from parados.identify.base_parameters import base_parameters

        return base_parameters(
            self.compile(), rotors=rotors, friction=friction, springs=springs, offsets=offsets, bodies=bodies, order=order,
            tied=tied, seed=seed,
        )  # fmt: skip

    def in_coordinates(self, names: Sequence[str]) -> Robot:
        """Describe the same robot by other independent coordinates.

        names : platform coordinates (px ... a3) and joints of the tree, actuated or passive, as many as degrees of freedom

        The new x holds the named platform coordinates in the order px ... a3, then the named joints in the given order
        (`labels["x"]` of the compiled model). The closures determine the other coordinates. Home is the same configuration.
        Where the x of the file does not determine the passive joints of a leg (LPJTS, Briot & Khalil 9.3.2), joints of this
        leg may do so; then every model is regular there. `parados.charts.chart_motion` converts motions from one
        description to the other.
        """
        from parados.charts.chart_description import chart_description

        chart = chart_description(self, names)
        return Robot(chart.spec, chart.survey)

    @property
    def parameters(self) -> RobotParameters:
        """The parameters of the file by name: values, units, ranges, and the places that use them."""
        from parados.robot.robot_changes import RobotChanges

        base, changes = self._member or (self, RobotChanges())
        return changes.parameters_of(base.spec)

    def with_parameters(self, **values: float | Sequence[float]) -> Robot:
        """Return a checked robot whose file has other values of its parameters.

        Parameters that are written as expressions of others follow them. The robot has the structure of this one: it shares
        its models, in which the parameters are live, and is ready without a search. If the models of the family have no
        result at its home, it gets its own. A robot in other coordinates (`in_coordinates`) has no parameters: set them first.
        """
        return self._changed(values)

    def with_corrections(self, groups: Sequence[str] = ("base", "platform", "offsets"), *, axes: str = "xyz") -> Robot:
        """Return a robot in whose file numbers have named corrections of 0, which can then be live, e.g. for a calibration.

        groups : "base", "platform" (places of the legs there, e.g. base_x_leg1 and platform_x_leg1 [m]), "lengths" (d and r of
            the rows that are not 0, e.g. d_elbow1, and of the ends of legs), "offsets" (encoder offsets, e.g. offset_theta1)
        axes : directions of the corrections of places, in the axes in which the file writes them; a planar robot needs "xy"

        The names are those of `parameters` that this robot does not have.
        """
        from parados.robot.number_corrections import GROUPS, corrected_description

        names = [
            word("groups", one, tuple(GROUPS), UnknownNameError, "a group of numbers") for one in name_list("groups", groups)
        ]
        letters = text("axes", axes)
        if not names or not letters or sorted(set(letters)) != sorted(letters) or set(letters) - set("xyz"):
            raise InputError(
                f"with_corrections: groups from {', '.join(GROUPS)} and axes from xyz, each once, are expected, "
                f"not {shown(groups)} and {shown(axes)}"
            )
        return Robot(corrected_description(self.spec, names, letters)[0]).checked()

    def with_payload(
        self, mass: float, *, com: Sequence[float] = (0.0, 0.0, 0.0), inertia: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> Robot:
        """Return a robot with a body fixed on its platform; it shares the models of this one, in which the payload is live.

        mass [kg];  com : (3,) centre of mass [m];  inertia : (3,) or (6,) about the centre of mass [kg m^2], platform frame
        """
        from parados.spatial.inertia import from_centre_of_mass, why_distant, why_impossible

        if not self.spec.has_platform:
            raise InputError(
                f"with_payload: {self.spec.name} has no platform; "
                "add a platform to its file, with the key carrier and the name of a joint"
            )
        place, turning = real_array("with_payload: com", com), real_array("with_payload: inertia", inertia)
        if place.shape != (3,) or turning.shape not in ((3,), (6,)):
            raise InputError("with_payload: com takes 3 numbers, inertia 3 (xx, yy, zz) or 6 (xx, xy, xz, yy, yz, zz)")
        body = from_centre_of_mass(number("with_payload: mass", mass), place.tolist(), turning.tolist())
        reason = why_impossible(body) or why_distant(body, self.mechanism.size)
        if reason:
            raise InputError(f"with_payload: {reason}")
        total = max(abs(float(value)) for value in self.spec.platform.link.standard() + body)
        if total > LARGEST:
            raise InputError(f"with_payload: {total:.3g} is too large to compute with; stay below {LARGEST:g}")
        return self._changed({}, body)

    @property
    def payload(self) -> NDArray[np.float64]:
        """(10,) inertial parameters of what `with_payload` fixed on the platform, in its frame; the last is the mass."""
        from parados.robot.robot_changes import RobotChanges

        return (self._member[1] if self._member else RobotChanges()).payload.copy()

    def without_payload(self) -> Robot:
        """Return this robot without the bodies that `with_payload` fixed on its platform; parameters keep their values."""
        if self._member is None or not self.payload.any():
            return self
        base, changes = self._member
        return base.with_parameters(**changes.parameters) if changes.parameters else base

    def _changed(self, parameters: Mapping[str, Any], payload: NDArray[np.float64] | None = None) -> Robot:
        """Return a robot of the same family with other values of some parameters, and with one more payload (10,)."""
        from parados.checks import check_bodies
        from parados.robot.robot_changes import RobotChanges

        base, before = self._member or (self, RobotChanges())
        changes = before.and_then(parameters, payload)
        values = changes.live_values()
        if not values:
            return self
        robot = Robot(changes.description(base.spec))
        own_payload = "payload" in values and robot.spec.parameters.get("payload") is not None
        member = None if own_payload else base.families.member(robot.spec, values)
        if member is None:
            return robot.checked()
        robot._member, robot.mechanism = (base, changes), member.mechanism
        check_bodies(robot, changes.without_payload().description(base.spec))
        return robot
