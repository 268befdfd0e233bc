"""`Robot.home` is known without compiling."""

import parados


def test_home_is_that_of_the_file_and_a_copy():
    robot = parados.load("delta-d3-1200")
    home = robot.home
    assert home.tolist() == list(robot.spec.home)
    home[:] = 9.0
    assert robot.home.tolist() == list(robot.spec.home)
