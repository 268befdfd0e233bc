"""The functions of a cut robot that the compiled plant calls, as expression graphs: closures, forces, renewal, coordinates."""

from __future__ import annotations

import casadi as ca

from parados.graph.graph_calls import named_function
from parados.model.cut_model import CutModel
from parados.spatial.rotation_angles import angle_expressions, other_set
from parados.spatial.rotations import rate_columns
from parados.spatial.vectors import SX

__all__ = ["CutGraphParts"]


class CutGraphParts:
    """Graphs of a cut robot in the coordinates z, with the platform's reference turn.

    friction : False to leave out the friction of the joints;  loaded : True if a wrench acts on the platform
    """

    def __init__(self, cut: CutModel, friction: bool, loaded: bool) -> None:
        self.cut, self.friction, self.loaded = cut, friction, loaded
        sizes = {"z": cut.n_z, "zd": cut.n_z, "reference": 9, "turned": 4, "wrench": 6, "direction": cut.n_t}
        sizes["pose"] = cut.mechanism.n_x
        self.s = {name: SX.sym(name, size) for name, size in {**sizes, "parameters": len(cut.model.live_vector)}.items()}

    def _of(self, name: str) -> dict[str, SX]:
        """Outputs of a graph of `cut_graphs`."""
        f = self.cut.kernel(name).graph
        given = dict(self.s)
        if not self.loaded:
            given["wrench"] = ca.DM.zeros(6)
        found: dict[str, SX] = f(**{key: given.get(key, ca.DM.zeros(f.numel_in(key))) for key in f.name_in()})
        return found

    def _function(self, name: str, inputs: tuple[str, ...], outputs: dict[str, SX]) -> ca.Function:
        kept = ca.cse([ca.densify(value) for value in outputs.values()])
        symbols = {key: self.s[key] for key in (*inputs, "parameters")}
        return named_function(name, symbols, dict(zip(outputs, kept, strict=True)))

    def rows(self) -> ca.Function:
        """Build the closures g of z."""
        return self._function("rows", ("z", "reference"), {"g": self._of("cut_closing")["g"]})

    def slopes(self) -> ca.Function:
        """Build the derivatives G of the closures by z."""
        return self._function("slopes", ("z", "reference"), {"G": self._of("cut_closing")["G"]})

    def forces(self) -> ca.Function:
        """Build M, f = -(h + friction), gamma, and the powers of dissipation and of the wrench."""
        own, n_t = self._of("cut_motion"), self.cut.n_t
        rubbing = own["viscous"] + own["dry"] if self.friction else SX(n_t, 1)
        f = -(own["h"] + ca.vertcat(rubbing, SX(self.cut.n_z - n_t, 1)))
        loss = own["damped"] + ca.dot(rubbing, self.s["zd"][:n_t])
        outputs = {"M": own["M"], "f": f, "gamma": own["gamma"], "powers": ca.vertcat(loss, own["pushed"])}
        return self._function("forces", ("z", "zd", "reference", "wrench", "direction"), outputs)

    def renewal(self) -> ca.Function:
        """Build the platform's present turn, as a matrix by rows and as a quaternion, and its angular velocity."""
        report = self._of("cut_report")
        R = report["frame"][:3, :3]
        outputs = {"turn": ca.vec(R.T), "quaternion": self._quaternion(), "omega": report["twist"][3:]}
        return self._function("renewal", ("z", "zd", "reference", "turned"), outputs)

    def _quaternion(self) -> SX:
        """(4, 1) unit quaternion of the platform: C(rho/2) is the turn with the quaternion (1, rho/2) / |(1, rho/2)|."""
        w, v = self.s["turned"][0], self.s["turned"][1:]
        s = self.s["z"][-3:] / 2
        product = ca.vertcat(w - ca.dot(s, v), v + w * s + ca.cross(s, v))
        return product / ca.sqrt(ca.dot(product, product))

    def coordinates(self) -> ca.Function:
        """Build x and xd of the state z, zd; `pose` is an x shortly before, which tells the set of angles of the platform."""
        mechanism, n_t = self.cut.mechanism, self.cut.n_t
        platform, z, zd = mechanism.platform, self.s["z"], self.s["zd"]
        joints = list(mechanism.joints_in_x)
        x, xd = [z[joints]], [zd[joints]]
        if platform.coordinates and self.cut.moving and not self.cut.turns_freely:
            places = [n_t + self.cut.moving.index(k) for k in platform.coordinates]
            x, xd = [z[places], *x], [zd[places], *xd]
        elif platform.coordinates:
            report = self._of("cut_report")
            frame, twist = report["frame"], report["twist"]
            if platform.is_quaternion:
                x, xd = [frame[:3, 3], self._quaternion(), *x], [twist, *xd]
            else:
                a = self._angles(frame[:3, :3])
                D = rate_columns(platform.orientation, ca.cos(a), ca.sin(a))
                six, rates = ca.vertcat(frame[:3, 3], a), ca.vertcat(twist[:3], ca.solve(D, twist[3:]))
                chosen = list(platform.coordinates)
                x, xd = [six[chosen], *x], [rates[chosen], *xd]
        outputs = {"x": ca.vertcat(*x), "xd": ca.vertcat(*xd)}
        return self._function("coordinates", ("z", "zd", "reference", "turned", "pose"), outputs)

    def _angles(self, R: SX) -> SX:
        """(3, 1) the one of the two sets of angles of a rotation R (3, 3) that is nearer to the angles of `pose`."""
        platform, pose = self.cut.mechanism.platform, self.s["pose"]
        first = angle_expressions(platform.orientation, R)
        second = ca.vertcat(*other_set(platform.orientation, *ca.vertsplit(first)))
        own = [(k - 3, pose[place]) for place, k in enumerate(platform.coordinates) if k >= 3]
        nearness = [sum((ca.cos(one[k] - angle) for k, angle in own), SX(0)) for one in (first, second)]
        return ca.if_else(nearness[0] >= nearness[1], first, second)
