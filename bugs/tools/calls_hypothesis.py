"""Calls of an API that Hypothesis steers: calls_hypothesis.py LIBRARY API SEED SECONDS LOG"""
import sys

import hypothesis
from hypothesis import strategies

import calls_log

session = calls_log.Session(sys.argv)


@hypothesis.seed(session.seed)
@hypothesis.settings(max_examples=10**7, deadline=None, database=None, phases=[hypothesis.Phase.generate],
                     suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(strategies.data())
def calls(data):
    session.one(lambda n: data.draw(strategies.integers(0, n - 1)))


calls()
