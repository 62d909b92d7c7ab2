"""What the three recorders share: running the importer, and the parts of the file."""
import re

from assay_worker import Optional, Unsupported
from calls import NoWords
from write import NoWay


def leaves(value):
    """The tensors in a value of a model."""
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, Optional):
        return [] if value.value is None else leaves(value.value)
    return [value]


def record(recorder, run, outputs):
    """Calls run() -> {name: value}; the wanted values, or nothing when a call failed."""
    try:
        found = run()
    except (NoWords, Unsupported) as error:
        raise NoWay(f"the calls cannot be written down: {error}") from error
    except Exception as error:  # noqa: BLE001 - a refusal is recorded up to the call that refuses
        if not recorder.failed:
            raise NoWay(f"it fails before the framework is called: {error}") from error
        return []
    results = [found[name] for name in outputs]
    if any(isinstance(value, (list, Optional)) for value in results):
        raise NoWay("an output is a sequence or an optional")
    return results


PLAIN = "result = f(*arguments)"


def mode_call(case, recorder, calls):
    """The statement that runs f in the mode of the finding. calls: {mode: statement}; others run it as it is."""
    call = calls.get(case.request["mode"], PLAIN)
    if recorder.failed:
        return PLAIN  # refused by the call itself, before any compiler sees it
    if not case.request.get("plain"):
        return call
    return "\n".join(["if plain:", "    " + PLAIN, "else:", *("    " + line for line in call.split("\n"))])


def function_values(case, recorder, parameters, results, calls):
    """parameters: [(name, source)]. What every template of a recorded framework uses."""
    try:
        lines, wanted = recorder.body(results)
    except NoWords as error:
        raise NoWay(f"the calls cannot be written down: {error}") from error
    used = "\n".join([*lines, *wanted])
    parameters = [(name, source) for name, source in parameters if re.search(rf"\b{re.escape(name)}\b", used)]
    plain = case.request.get("plain")
    return {"parameters": ", ".join(name for name, _ in parameters), "lines": "\n".join(lines),
            "results": ", ".join(wanted) + ("," if len(wanted) == 1 else ""), "plain": plain,
            "parameter": "plain=False" if plain else "", "call": mode_call(case, recorder, calls),
            "arguments": "\n".join(f"    {source}," for _, source in parameters),
            "names": repr(case.request["outputs"]), "settings": case.request.get("settings")}
