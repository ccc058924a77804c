"""Lines of equal height: where they run, how they end, what they enclose."""

import numpy as np
import pytest

from fmbook.widgets.drawing.curves import area, simplified, with_holes
from fmbook.widgets.drawing.isolines import areas_above, lines_at, smooth_grid

HILL = np.array([[0.0, 0, 0, 0, 0], [0, 4, 4, 4, 0], [0, 4, 0, 4, 0], [0, 4, 4, 4, 0], [0, 0, 0, 0, 0]])
SLOPE = np.tile(np.arange(5.0), (3, 1))


def test_a_line_lies_where_the_value_is_reached():
    [line] = lines_at(SLOPE, 1.25)
    assert line.tolist() == [[1.25, 0.0], [1.25, 1.0], [1.25, 2.0]]


def test_a_line_around_a_hill_comes_back_to_its_start():
    for line in lines_at(HILL, 2):
        assert line[0].tolist() == line[-1].tolist()


def test_an_area_is_closed_along_the_rim():
    [ring] = areas_above(SLOPE, 1.5)
    assert ring[0].tolist() == ring[-1].tolist()
    assert abs(area(tuple(map(tuple, ring.tolist())))) == pytest.approx(2 * 2.5, abs=0.2)


def test_higher_ground_is_on_the_left_hand_so_that_a_hollow_turns_the_other_way():
    rings = [tuple(map(tuple, ring.tolist())) for ring in areas_above(HILL, 2)]
    [outer, hollow] = sorted(rings, key=lambda ring: -abs(area(ring)))
    assert area(outer) * area(hollow) < 0
    [cut] = with_holes(rings)
    assert abs(area(cut)) == pytest.approx(abs(area(outer)) - abs(area(hollow)))


def test_two_hills_that_touch_at_a_corner_are_told_apart():
    saddle = np.array([[0.0, 0, 0, 0], [0, 4, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0]])
    assert len(lines_at(saddle, 2)) == 2


def test_a_surface_through_level_points_is_level_and_a_slope_rises():
    points = np.array([(x + y % 2 / 2, y * 0.866) for x in range(8) for y in range(8)])
    xs, ys = np.arange(1, 6, 0.5), np.arange(1, 5, 0.5)
    assert smooth_grid(points, np.full(64, 7.0), xs, ys, 0.6) == pytest.approx(7.0)
    rising = smooth_grid(points, points[:, 0] * 10, xs, ys, 0.6)
    assert (np.diff(rising, axis=1) > 0).all()


def test_a_simplified_line_keeps_its_ends_and_its_corners():
    path = (*((float(x), 0.0) for x in range(10)), *((9.0, float(y)) for y in range(1, 10)))
    assert simplified(path, 0.1) == ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
