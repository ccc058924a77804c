"""How strong the players are: what is counted, with which interval, and where it is written."""

import tomllib
from itertools import pairwise

import msgspec
import pytest

import fmbook as fm
from fmbook.cli import balance as command
from fmbook.opponents.ladder import climbed, rungs_of, written
from fmbook.opponents.strengths import Rung, between, ladder, strength

NAMES = ["random", "cadet", "sergeant", "captain"]


def test_an_interval_is_wide_for_few_games_and_never_beyond_all_of_them():
    few, many = between(12, 8), between(1200, 800)
    assert few.share == many.share == 0.75
    assert few.low < many.low < 0.75 < many.high < few.high < 1
    assert between(16, 8).high == pytest.approx(1)


def test_a_rung_is_played_on_both_sides_and_told_game_by_game():
    [rung] = rungs_of("drill", "march", ["random", "cadet"], 2)
    told: list[tuple[int, int]] = []
    [found] = climbed([rung], 1, lambda done, games: told.append((done, games)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert all(won + drawn <= 2 for won, drawn in zip(found.won, found.drawn, strict=True))
    assert found.halves == 2 * sum(found.won) + sum(found.drawn)


def test_a_rung_reads_as_it_was_written():
    rung = Rung(system="drill", scenario="march", stronger="cadet", weaker="random", games=3, won=(2, 3), drawn=(1, 0))
    [again] = msgspec.convert(tomllib.loads(written(rung))["rung"], list[Rung])
    assert again == rung


def test_every_pair_of_neighbours_is_to_be_played_in_every_measured_scenario():
    rungs = rungs_of(None, None, NAMES, 1)
    assert {(rung.weaker, rung.stronger) for rung in rungs} == set(pairwise(NAMES))
    assert {rung.system for rung in rungs} == {"drill", "scheldt", "vimy", "eben_emael", "veritable"}


@pytest.mark.parametrize("name", NAMES[1:])
def test_each_player_has_surely_beaten_the_one_below_it(name):
    found = strength(name)
    assert found is not None
    assert found.low > 0.5
    player = next(each for each in fm.players() if each.name == name)
    assert str(found) in player.strength


def test_the_weakest_has_nobody_below_it():
    assert strength("random") is None
    assert fm.players()[0].strength == "the weakest"


def test_what_was_measured_names_scenarios_and_players_that_exist():
    for rung in ladder().rung:
        assert rung.scenario in fm.scenarios(rung.system)
        assert NAMES.index(rung.stronger) == NAMES.index(rung.weaker) + 1
        assert all(won + drawn <= rung.games for won, drawn in zip(rung.won, rung.drawn, strict=True))


def test_the_command_prints_rungs_as_the_file_has_them(capsys):
    from argparse import ArgumentParser

    parser = ArgumentParser()
    command.add_arguments(parser)
    words = ["drill", "march", "--ladder", "--games", "1", "--opponents", "random", "cadet", "--processes", "1"]
    assert command.run(parser.parse_args(words)) == 0
    [rung] = tomllib.loads(capsys.readouterr().out)["rung"]
    assert (rung["stronger"], rung["weaker"], rung["games"]) == ("cadet", "random", 1)
