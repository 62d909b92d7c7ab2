"""A plugin of pytest: writes what happens to the file $ASSAY_BUG_EVENTS, one JSON object per line, at once.

Besides the fate of each test it notes every exception that a `pytest.raises` lets pass: whether that was the bug or a missing GPU
cannot be told from "passed". Works with pytest 6 to 9.
"""
import json
import os

KEPT = 4000  # characters of a text


def write(**event):
    with open(os.environ["ASSAY_BUG_EVENTS"], "a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")


def text_of(report):
    text = getattr(report, "longreprtext", "") or str(getattr(report, "longrepr", "") or "")
    return text[-KEPT:]


def crash_of(report):
    """The one line that says what went wrong."""
    crash = getattr(getattr(report, "longrepr", None), "reprcrash", None)
    return str(getattr(crash, "message", "") or "")[:KEPT]


def pytest_collectreport(report):
    if report.failed:
        write(event="collection", node=report.nodeid, text=text_of(report), crash=crash_of(report))


def pytest_runtest_logreport(report):
    write(event="test", node=report.nodeid, when=report.when, outcome=report.outcome, crash=crash_of(report),
          expected_to_fail=hasattr(report, "wasxfail"))


def pytest_sessionfinish(session, exitstatus):
    write(event="end", exit=int(exitstatus))


def names_of(expected):
    kinds = expected if isinstance(expected, tuple) else (expected,)
    return [getattr(kind, "__name__", str(kind)) for kind in kinds if kind is not None]


def watch(context):
    original = context.__exit__

    def leave(self, kind, value, trace):
        result = original(self, kind, value, trace)
        if kind is not None and result:
            expected = getattr(self, "expected_exception", None) or getattr(self, "expected_exceptions", None)
            write(event="raised", expected=names_of(expected), kind=kind.__name__, bases=[base.__name__ for base in kind.__mro__],
                  message=str(value)[:KEPT])
        return result

    context.__exit__ = leave


def pytest_configure(config):
    for module, name in (("_pytest.raises", "RaisesExc"), ("_pytest.python_api", "RaisesContext")):
        try:
            watch(getattr(__import__(module, fromlist=[name]), name))
            return
        except (ImportError, AttributeError):
            continue
    write(event="unwatched", text="this pytest has no class for raises that is known")
