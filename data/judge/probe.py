# Tries calls one after the other, until enough kinds of them work. An attempt is a function of the program, so that the calls in it
# are seen as the program's own; it says through `note` what its arguments are and returns what the call gives.
import json
import time

NOTED = {}


def plain_tensor(x):
    """{"dtype", "dims"} of a tensor that another of the same dtype and shape may stand for; None for anything else."""
    kind = type(x).__name__
    if kind == "Tensor" and (getattr(x, "requires_grad", False) or str(getattr(x, "layout", "torch.strided")) != "torch.strided"
                             or getattr(x, "is_quantized", False) or getattr(x, "is_nested", False)):
        return None
    if kind not in ("Tensor", "EagerTensor", "ArrayImpl"):
        return None
    dtype = getattr(x.dtype, "name", None) or str(x.dtype).split(".")[-1]
    return None if dtype.startswith(("key<", "string", "variant", "resource")) else {"dtype": dtype, "dims": list(x.shape)}


def note(arguments):
    for name, value in arguments.items():
        try:
            fact = plain_tensor(value)
        except Exception:
            fact = None
        if fact:
            NOTED[name] = fact


def probe(attempts, enough, patience, seconds):
    """Ends after `enough` kinds, after `patience` attempts without a new one, or (so as not to go on for ever) after `seconds` of work: not of waiting, which
    would make what is found depend on what else the machine does."""
    start, kinds, since = time.process_time(), set(), 0
    for number, attempt in enumerate(attempts):
        if len(kinds) >= enough or (kinds and since >= patience) or time.process_time() - start > seconds:
            break
        print(json.dumps({"attempt": number}), flush=True)
        NOTED.clear()
        since += 1
        try:
            result = attempt()
            fact = {"attempt": number, "ok": True, "result": describe(result), "type": type(result).__name__}
        except Exception as error:
            fact = {"attempt": number, "ok": False, "error": f"{type(error).__name__}: {str(error)[:300]}"}
        else:
            kind = json.dumps([sorted((n, f["dtype"], len(f["dims"])) for n, f in NOTED.items())])
            fact["again"] = kind in kinds and bool(NOTED)
            if not fact["again"]:
                kinds.add(kind if NOTED else str(number))
                since = 0
            fact["arguments"] = NOTED
        print(json.dumps(fact), flush=True)
