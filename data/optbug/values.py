# Tells of all tensors that a program leaves at its top, so that two runs of it can be compared. Whatever goes wrong in here is ours and is not told.
def _assay_values(names):
    import hashlib
    import json
    import random
    import sys

    import numpy

    most_names, most_values, most_parts = 40, 256, 16
    told = []

    def array(x):
        x = x.detach() if hasattr(x, "detach") else x
        try:
            return numpy.asarray(x)
        except Exception:
            return numpy.asarray(x.float())

    def tell(path, x, depth):
        if len(told) >= most_names or isinstance(x, type):
            return
        if hasattr(x, "shape") and hasattr(x, "dtype"):
            narrow = str(x.dtype).endswith("float16")
            a = array(x)
            if a.dtype.kind not in "fiub" and not narrow:
                return
            flat = a.ravel()[:most_values].astype("float64")
            told.append({"path": path, "shape": [int(n) for n in x.shape], "narrow": narrow, "values": [repr(float(v)) for v in flat]})
            if getattr(x, "is_leaf", False) and getattr(x, "grad", None) is not None:
                tell(path + ".grad", x.grad, depth)
        elif depth < 2 and isinstance(x, (list, tuple)) and len(x) <= most_parts:
            for i, part in enumerate(x):
                tell(f"{path}[{i}]", part, depth + 1)
        elif depth < 2 and isinstance(x, dict) and len(x) <= most_parts:
            for key, part in x.items():
                if isinstance(key, (str, int)):
                    tell(f"{path}[{key!r}]", part, depth + 1)

    for name, value in list(names.items()):
        if name.startswith("_"):
            continue
        try:
            tell(name, value, 0)
        except Exception:
            pass
    state = hashlib.sha256(repr((random.getstate(), numpy.random.get_state()[1].tolist())).encode())
    if "torch" in sys.modules:
        state.update(bytes(sys.modules["torch"].get_rng_state().tolist()))
    print("\nassay-values " + json.dumps({"random": state.hexdigest()[:16], "values": told}))


try:
    _assay_values(globals())
except Exception:
    pass
