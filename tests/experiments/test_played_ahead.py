"""The games that chapter 92 counts: each row says what its game says, and each figure is counted anew, another way."""

import re
import tomllib
from math import comb, sqrt
from random import Random

import pytest

import fmbook as fm
from fmbook.books.scheldt.variants import dry_polders, fixed_hands
from fmbook.books.vimy.variants import open_trenches
from fmbook.core.data import data_root, notebooks_root
from fmbook.core.errors import NoSuchName
from fmbook.experiments.played import played
from fmbook.experiments.results import FOLDER
from tests.tools.play_ahead import AHEAD, GAMES, REVIEWS

RULES = {name: rules for name, (_, _, rules) in AHEAD.items()} | {"first_morning_players": ()}
each_file = pytest.mark.parametrize("name", RULES)


@each_file
def test_a_sample_of_games_is_played_again_and_says_what_its_row_says(name):
    for row in Random(92).sample(list(fm.results(name)), 6):
        game = row.game(RULES[name])
        assert played(game, row.players).compact(RULES[name]) == row


@pytest.mark.parametrize("name", AHEAD)
def test_the_same_seed_still_makes_the_same_game(name):
    """If a player or a rule was corrected: take the files away, and run tests/tools/play_ahead.py."""
    system, scenario, rules = AHEAD[name]
    row = fm.results(name)[7]
    [again] = fm.play_out_many(system, scenario, opponents=row.players, seeds=[row.seed], house_rules=rules)
    assert again.compact(rules) == row


@pytest.mark.parametrize("name", AHEAD)
def test_every_seed_is_there_once(name):
    assert [row.seed for row in fm.results(name)] == list(GAMES)


@pytest.mark.parametrize("name", AHEAD)
def test_the_chance_and_its_interval_are_wilsons(name):
    games = fm.results(name)
    won, all_ = sum(game.outcome.winner == "Allied" for game in games), len(games)
    share, low, high = games.chance("Allied")[1:]
    assert share == pytest.approx(won / all_)
    for end in (low, high):  # the ends are those shares from which the one found is 1.96 standard errors away
        assert abs(share - end) == pytest.approx(1.959964 * sqrt(end * (1 - end) / all_), rel=1e-3)


def test_so_many_games_as_are_asked_for_make_the_interval_so_narrow():
    games = fm.results("breskens")
    share = games.chance("Allied").share
    for points in (1, 2, 5):
        needed = games.games_needed("Allied", points)
        assert 196 * sqrt(share * (1 - share) / needed) <= points < 196 * sqrt(share * (1 - share) / (needed - 2))


@pytest.mark.parametrize(
    ("plain", "other", "is_clear"),
    [
        ("breskens", "breskens_fixed_hands", False),
        ("breskens", "breskens_dry_polders", True),
        ("first_morning", "first_morning_open_trenches", False),
    ],
)
def test_what_a_rule_does_holds_in_an_exact_test_as_well(plain, other, is_clear):
    """Fisher's: how likely such a split, or one still less even, if both sets were one."""
    one, two = fm.results(plain), fm.results(other)
    a, b = (sum(game.winner == "Allied" for game in games) for games in (one, two))
    n, m = len(one), len(two)
    ways = {k: comb(n, k) * comb(m, a + b - k) for k in range(max(0, a + b - m), min(n, a + b) + 1)}
    likely = sum(way for way in ways.values() if way <= ways[a]) / sum(ways.values())
    found = one.compared(two, "Allied")
    assert (likely < 0.05) == is_clear == (found.low > 0 or found.high < 0)
    assert found.points == pytest.approx(100 * (b / m - a / n))
    assert ("hardly" in str(found)) == is_clear


def test_the_bootstrap_lies_where_the_normal_curve_lies():
    values = [game.lost("Allied") for game in fm.results("breskens")]
    found = fm.results("breskens").bootstrap(lambda game: game.lost("Allied"))
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
    assert found.mean == pytest.approx(mean)
    assert (found.low, found.high) == pytest.approx((mean - 1.96 * error, mean + 1.96 * error), abs=0.3 * error)


def test_each_review_adds_up_from_the_opening_to_the_end_and_knows_who_won():
    games = fm.results("breskens")
    winners = {game.seed: game.winner for game in games}
    assert [review.seed for review in games.reviews] == list(REVIEWS)
    for each in games.reviews:
        assert each.start + each.luck + sum(each.judgement.values()) + each.rest == pytest.approx(each.end, abs=0.3)
        assert each.end == (100 if winners[each.seed] == "Allied" else 0)


def test_luck_and_judgement_are_told_for_the_winner_and_make_up_the_way_to_victory():
    games = fm.results("breskens")
    found = games.luck_and_judgement()
    ways = [each.end - each.start for each in games.reviews]
    assert sum(mean.mean for mean in found.values()) == pytest.approx(sum(map(abs, ways)) / len(ways), abs=0.3)


def test_rewards_are_those_that_the_environment_gives():
    games = fm.results("first_morning_players")
    found = games.rewards(against="random")
    assert set(found) == {
        f"{player} as the {side}" for player in ("random", "greedy", "captain") for side in ("Allies", "Germans")
    }
    for player in ("greedy", "captain"):
        rows = games.of(players={"Allied": player, "German": "random"})
        assert found[f"{player} as the Allies"].mean == pytest.approx(2 * rows.chance("Allied").share - 1)


def test_games_are_alike_that_end_in_one_position():
    plain, other = fm.results("first_morning"), fm.results("first_morning_open_trenches")
    assert plain.alike(other) == sum(a.digest == b.digest for a, b in zip(plain, other, strict=True))
    assert plain.alike(plain) == len(plain)


def test_a_file_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(NoSuchName, match="breskens"):
        fm.results("breskins")
    with pytest.raises(NoSuchName, match="Allied"):
        fm.results("breskens").chance("Alied")


def test_the_chapter_reckons_with_what_was_measured():
    pace = tomllib.loads((data_root() / FOLDER / "pace.toml").read_text(encoding="utf-8"))
    text = (notebooks_root() / "92_laboratory.ipynb").read_text(encoding="utf-8").replace('\\n",\n    "', " ")
    text = re.sub(r"\s+", " ", text)
    games, size, tasks = (pace[name] for name in ("games_a_second", "bytes_a_game", "tasks_a_second"))
    cores = 200 * games
    for said in (
        f"plays {games} games", f"a line of {size:,} bytes", f"hands out {tasks} tasks",
        f"keep {tasks / games:.0f} cores",
        f"play {cores:,.0f} games a second", f"in {cores / 20:.0f} tasks", f"{cores * size / 1e6:.1f} megabytes",
        f"a million in {1e6 / cores / 60:.1f} minutes",
    ):  # fmt: skip
        assert said in text, said


def test_a_rule_that_is_left_out_is_gone_and_only_that():
    plain, fixed = (fm.new_game("scheldt", "breskens", 5, house_rules=rules) for rules in ((), (fixed_hands,)))
    again = fm.new_game("scheldt", "breskens", 6, house_rules=[fixed_hands])
    for side in plain.sides:
        assert len(plain.hand(side)) == len(fixed.hand(side))
        assert fixed.hand(side) == again.hand(side)
    assert any(plain.hand(side) != fm.new_game("scheldt", "breskens", 6).hand(side) for side in plain.sides)
    wet, dry = (fm.new_game("scheldt", "breskens", 5, house_rules=rules) for rules in ((), (dry_polders,)))
    assert set(wet.legal()) < set(dry.legal())
    assert fm.new_game("vimy", "hill_145", house_rules=[open_trenches]).header.house


def test_fixed_hands_are_worth_about_the_mean_of_the_pool():
    """Of the Breskens Pocket: drawn hands vary around the same figure."""
    fixed = fm.new_game("scheldt", "breskens", 1, house_rules=[fixed_hands])
    for side in fixed.sides:
        worth = [sum(int(name) for name in fixed.hand(side) if name in PLAIN)]
        drawn = [
            sum(int(name) for name in fm.new_game("scheldt", "breskens", seed).hand(side) if name in PLAIN)
            for seed in range(60)
        ]
        assert abs(worth[0] - sum(drawn) / len(drawn)) <= 1.5
        assert len(set(drawn)) > 1


PLAIN = {"+1", "+2", "+3", "+4"}
