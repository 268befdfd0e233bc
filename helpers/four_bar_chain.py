"""Robot files of chains of four-bars, to see how the cost of a model grows with the size of a mechanism."""

__all__ = ["four_bar_chain"]


def four_bar_chain(loops: int, spatial: bool = False) -> str:
    """Write the robot file of a chain of four-bars: uprights of 1 m, bars of 1.1 m from top to top; x is the first crank.

    spatial : for engines that know no planar mechanisms: ball joints close the loops, and every body has inertia about all axes
    """
    joint, platform = ("S", ", link: {m: 0.5, xx: 0.01, yy: 0.01, zz: 0.01}") if spatial else ("R", "")
    upright = "xx: 0.01, yy: 0.33, " if spatial else ""
    bar = "{m: 1, mx: 0.55, xx: 0.01, yy: 0.4, zz: 0.4}" if spatial else "{m: 1, mx: 0.55, zz: 0.4}"
    uprights = "\n".join(
        f"      - {{name: a{k}, kind: R, {place}, link: {{m: 1, mx: 0.5, {upright}zz: 0.33}}}}\n"
        + (f"      - {{name: b{k}, kind: R, antecedent: a{k}, d: 1, link: {bar}}}" if k < loops else "")
        for k, place in enumerate(["active: true", *(f"antecedent: base, d: {k}" for k in range(1, loops + 1))])
    )
    ties = "\n".join(
        f"      - {{between: [b{k}, a{k + 1}], joint: {joint}, frames: [{{at: [1.1, 0, 0]}}, {{at: [1, 0, 0]}}]}}"
        for k in range(loops)
    )
    guess = ", ".join(f"a{k}: 1.2, b{k - 1}: -1.2" for k in range(1, loops + 1))
    return f"""
name: chain-{loops}
gravity: [0, -9.81, 0]
platform: {{coordinates: [a3]{platform}}}
legs:
  - name: chain
    joints:
{uprights}
    loops:
{ties}
    closure: {{of: a0, joint: fixed}}
home: [1.3]
guess: {{{guess}}}
workspace: {{a3: [1.25, 1.35]}}
"""
