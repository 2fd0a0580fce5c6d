"""k-means in whole numbers, against NumPy."""

import numpy as np
import pytest

from pokerzoo.agents.blueprint.class_clusters import cluster_centres, greatest_feature, in_order, nearest


def distances(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Int64 [points, centres]."""
    apart = points[:, None].astype(np.int64) - centres[None].astype(np.int64)
    return np.asarray(abs(apart).sum(axis=2))


@pytest.mark.parametrize("features", [1, 2, 30])
def test_the_nearest_centre_is_found_without_looking_at_all(features: int) -> None:
    rng = np.random.default_rng(features)
    top = greatest_feature(features)
    points = rng.integers(0, top + 1, (500, features)).astype(np.float32)
    centres = in_order(rng.integers(0, top + 1, (60, features)).astype(np.float32))
    result, all_distances = nearest(points, centres), distances(points, centres)
    assert np.array_equal(all_distances[np.arange(len(points)), result], all_distances.min(axis=1))


def test_groups_far_apart_are_found() -> None:
    rng = np.random.default_rng(3)
    middles = np.array([[100, 100], [100, 900], [900, 100], [900, 900]])
    points = (np.repeat(middles, 50, axis=0) + rng.integers(-5, 6, (200, 2))).astype(np.float32)
    centres = cluster_centres(points, 4, 7)  # some points occur twice
    means = [points[50 * k : 50 * k + 50].mean(axis=0) for k in range(4)]
    assert sorted(centres.tolist()) == sorted(np.floor(np.array(means) + 0.5).tolist())


def test_centres_are_means_and_points_are_with_the_nearest_in_the_end() -> None:
    rng = np.random.default_rng(4)
    points = rng.integers(0, 200, (3000, 3)).astype(np.float32)
    centres = cluster_centres(points, 12, 0)
    near = nearest(points, centres)
    means = np.array([points[near == k].mean(axis=0) for k in range(12)])
    assert np.abs(means - centres).max() <= 0.5 + 8  # the last round may have been cut short
    drawn = points[rng.permutation(3000)[:12]]
    assert distances(points, centres).min(axis=1).sum() < distances(points, drawn).min(axis=1).sum()


def test_fewer_points_than_classes_stay_as_they_are() -> None:
    points = np.array([[3], [1], [3], [2]], dtype=np.float32)
    assert cluster_centres(points, 10, 0).tolist() == [[1], [2], [3]]


def test_seeds_differ_and_repeat() -> None:
    points = np.random.default_rng(5).integers(0, 2000, (400, 2)).astype(np.float32)
    first, again, other = (cluster_centres(points, 20, seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
