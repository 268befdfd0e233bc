"""Dynamics
===========

Forces, inertias and energies of a Gough-Stewart platform, `gough-stewart-lopes`: six legs of two bodies of 0.39 kg each and a
platform of 1.43 kg, 1.9 m above its base.

    python examples/04_dynamics.py

The equation of motion over the platform's coordinates is

    mass_matrix(x) xdd + bias(x, xd) = inverse_jacobian(x).T tau

`inverse_dynamics` solves it for tau, `forward_dynamics` for xdd. The argument `wrench` is an external load on the platform:
force, then moment at its origin, in base axes. `link_wrenches` gives loads on other links, by the name of their joint.
`platform_force` returns the left side of the equation, and `ground_reaction` the wrench that the ground applies to the robot.

`with_payload` returns the robot with a body on its platform. `regressor` returns Y with tau = Y @ parameters, for identification:
the efforts are linear in masses, first moments, inertias, rotors and friction coefficients. `derivatives` returns the exact
derivative of any quantity, as a function of the same arguments.

The last part uses `dualv`, which has four motors for three degrees of freedom, so that its motors can work against each other.
`inverse_dynamics` returns the efforts of least norm. `overconstraint` returns efforts that do not move the platform; they can be
added to preload the joints against backlash.
"""

import numpy as np

import parados

G = 9.81
robot = parados.load("gough-stewart-lopes")
model = robot.compile()
x, still = np.array([0.0, 0.0, 1.9, 0.0, 0.0, 0.0]), np.zeros(6)
xd, xdd = np.array([0.2, -0.1, 0.3, 0.1, 0.4, -0.2]), np.array([1.0, 0.5, -2.0, 0.3, 0.1, 0.6])

holding = model.inverse_dynamics(x, still, still)
tau = model.inverse_dynamics(x, xd, xdd)
print("forces at rest [N]:             ", holding.round(4))
print("forces in motion [N]:           ", tau.round(4))
print("accelerations from these forces:", model.forward_dynamics(x, xd, tau).round(6))
print("inertia felt along z [kg]:      ", model.mass_matrix(x)[2, 2].round(4))
print("ground reaction at rest [N, Nm]:", model.ground_reaction(x, still, still).round(4) + 0.0)
energy = model.energy(x, xd)
print(f"energies [J]:                    kinetic {energy.kinetic:.4f}, potential {energy.potential:.4f}, sum {energy.total:.4f}")

# The checks at rest. The ground carries the whole weight. The two bodies of a leg have their centres of mass 0.5 m from its lower
# and from its upper end. Together they have the weight of one body of 0.39 kg at the height of the platform, so the potential
# energy is 3.77 g z. Six equal legs of length l share the weight; each force is larger than its vertical part by l / z.
mass, lifted, length = 1.43 + 12 * 0.39, 1.43 + 6 * 0.39, model.inverse_kinematics(x)[0]
assert np.isclose(length, np.sqrt(1.5**2 + 0.75**2 - 2 * 1.5 * 0.75 * np.cos(np.pi / 4) + 1.9**2), rtol=1e-12)
assert np.allclose(model.ground_reaction(x, still, still), [0, 0, mass * G, 0, 0, 0], atol=1e-9)
assert np.isclose(model.energy(x, still).potential, lifted * G * 1.9, rtol=1e-12)
assert np.allclose(holding, lifted * G * length / 1.9 / 6, rtol=1e-12)
# The checks in motion: the equation of motion, in platform coordinates and in actuator coordinates, and the energy.
M, J_inv = model.mass_matrix(x), model.inverse_jacobian(x)
assert np.allclose(M @ xdd + model.bias(x, xd), J_inv.T @ tau, rtol=1e-10)
assert np.allclose(model.platform_force(x, xd, xdd), J_inv.T @ tau, rtol=1e-10)
M_q, c_q = model.mass_matrix(x, space="actuators"), model.bias(x, xd, space="actuators")
assert np.allclose(M_q @ model.joint_accelerations(x, xd, xdd) + c_q, tau, rtol=1e-10)
assert np.isclose(model.energy(x, xd).kinetic, xd @ M @ xd / 2, rtol=1e-12)

# -- payload and parameters ------------------------------------------------------------------------------------------------

loaded = robot.with_payload(10.0).compile()
print("\nforce of each leg for 10 kg [N]:", (loaded.inverse_dynamics(x, still, still) - holding).round(4))
Y = model.regressor(x, xd, xdd)
along = model.link_frames(x)[model.joint_names.index("l1")][:3, 2]
pulled = model.inverse_dynamics(x, still, still, link_wrenches={"l1": [*(5.0 * along), 0, 0, 0]})
print("with 5 N along the first leg [N]:", pulled.round(4))
parameters = dict(zip(model.parameter_names, model.parameters, strict=True))
print("parameters:", len(parameters), "such as m_p =", parameters["m_p"], "kg, the platform's mass")

# The checks: the payload has the same effect as a wrench of its weight, and as 10 kg more in the parameter m_p. A force along a
# leg is carried by the actuator of that leg only.
weight = model.inverse_dynamics(x, still, still, wrench=[0, 0, -10 * G, 0, 0, 0])
assert np.allclose(loaded.inverse_dynamics(x, still, still) - holding, 10 * G * length / 1.9 / 6, rtol=1e-12)
assert np.allclose(loaded.inverse_dynamics(x, still, still), weight, rtol=1e-12)
assert np.allclose(pulled - holding, [-5, 0, 0, 0, 0, 0], atol=1e-10)
assert np.allclose(Y @ model.parameters, tau, rtol=1e-10)
heavier = list({**parameters, "m_p": parameters["m_p"] + 10}.values())
assert np.allclose(Y @ heavier, loaded.inverse_dynamics(x, xd, xdd), rtol=1e-10)

# -- derivatives -----------------------------------------------------------------------------------------------------------

stiffness = model.derivatives("inverse_dynamics", wrt="x")(x, still, still)
slope = model.derivatives("energy", wrt="x")(x, still)["potential"]
print("\nchange of the holding forces with height [N/m]:", stiffness[:, 2].round(4))
print("slope of the potential energy [N, Nm]:", slope.round(4) + 0.0)

# The checks: the holding force is k l / z with k = 3.77 g / 6 and l^2 = z^2 + constant, so its slope is k (1 / l - l / z^2). The
# slope of the potential energy is the weight, and the derivative of the efforts by the acceleration is the inertia matrix.
assert np.allclose(stiffness[:, 2], lifted * G / 6 * (1 / length - length / 1.9**2), rtol=1e-9)
assert np.allclose(slope, [0, 0, lifted * G, 0, 0, 0], atol=1e-9)
assert np.allclose(J_inv.T @ model.derivatives("inverse_dynamics", wrt="xdd")(x, xd, xdd), M, atol=1e-10)

# -- more motors than degrees of freedom -----------------------------------------------------------------------------------

dualv = parados.load("dualv").compile()
x, still = np.zeros(3), np.zeros(3)
preload = dualv.inverse_dynamics(x, still, still, overconstraint=[1.0, 0.0, 0.0, 0.0])
least = dualv.inverse_dynamics(x, still, [1.0, 2.0, 3.0])
book = dualv.inverse_dynamics(x, still, [1.0, 2.0, 3.0], solution="book")
print("\ntorques without motion [N m]:   ", preload.round(4))
print("least torques [N m]:            ", least.round(4))

# The checks: in its symmetric pose the torques of DualV cancel if they are +, -, +, -. For a unit torque of the first motor each
# is a quarter. They cause no platform force and no acceleration.
assert np.allclose(preload, [0.25, -0.25, 0.25, -0.25], atol=1e-12)
assert np.allclose(dualv.inverse_jacobian(x).T @ preload, 0, atol=1e-12)
assert np.allclose(dualv.forward_dynamics(x, still, least + preload), [1.0, 2.0, 3.0], atol=1e-10)
assert np.allclose(dualv.forward_dynamics(x, still, book), [1.0, 2.0, 3.0], atol=1e-10)
assert np.isclose(least @ preload, 0, atol=1e-12)  # torques of least norm are orthogonal to it

# In a notebook: robot.draw()
