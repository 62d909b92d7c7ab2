"""What a program server does once, so that none of its programs has to: imports, and the first run of a compiler, which takes twenty times
as long as the second.
"""
import gc
import importlib
import os
import shutil
import sys
import warnings
import weakref

SHOWN = "/tmp/warm"  # what was made here; programs see it, and cannot change it


def compile_with_torch():
    """The first function that torch.compile sees imports two thousand modules and precompiles its C++ headers. All it remembers of the
    function is forgotten afterwards; the headers are kept for the programs."""
    import torch
    import torch._dynamo
    from torch._inductor import codecache

    torch.compile(lambda x: x.reciprocal() + 1)(torch.ones(2))
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    headers = codecache._HEADER_DIR
    if os.path.isdir(headers):
        os.makedirs(SHOWN, exist_ok=True)
        shutil.move(headers, SHOWN)
        links[headers] = f"{SHOWN}/{os.path.basename(headers)}"
    # The decompositions of operators are as many again, and looked up by the first function only.
    torch.compile(lambda x: x.exp() + 1, backend="aot_eager_decomp_partition")(torch.ones(2))
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()


def optimise_with_torch():
    """Whatever an optimiser does at its first call only: tables of TorchScript's operators, passes of the fuser, imports. It is done
    once more in the process of its own in which a finding is confirmed."""
    import torch
    import torch.ao.quantization as quantization
    from torch.ao.quantization import quantize_fx

    model, given = torch.nn.Sequential(torch.nn.Conv1d(1, 1, 1), torch.nn.BatchNorm1d(1), torch.nn.ReLU()).eval(), torch.ones(1, 1, 2)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for optimised in (torch.jit.optimize_for_inference(torch.jit.script(model)), torch.jit.freeze(torch.jit.trace(model, given)),
                          torch.fx.symbolic_trace(model), torch.export.export(model, (given,)).module(),
                          quantize_fx.convert_fx(quantize_fx.prepare_fx(model, quantization.get_default_qconfig_mapping(), (given,)))):
            for _ in range(3):  # TorchScript looks twice before it optimises
                optimised(given)


# Names that stand for more than an import.
STEPS = {"torch.compile": compile_with_torch, "torch.optimisers": optimise_with_torch}
links = {}  # folders that a program finds in place, filled with links to files under SHOWN


def warm_up(packages):
    """Returns the versions of what was imported. What the environment does not have is the program's matter."""
    versions = {}
    for name in packages:
        try:
            if name in STEPS:
                STEPS[name]()
            else:
                versions[name] = str(getattr(importlib.import_module(name), "__version__", ""))
        except ImportError:
            pass
        except Exception:  # noqa: BLE001 - no compiler on this machine, say
            if name not in STEPS:
                raise
    if "numpy" in sys.modules:
        importlib.import_module("numpy.random")
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)  # a pool of threads does not survive a fork
    # Programs end without taking the framework apart; what they register themselves is still done.
    for facts in weakref.finalize._registry.values():
        facts.atexit = False
    # Fewer pages are copied in the children when the collector leaves them alone.
    gc.collect()
    gc.freeze()
    return versions


def place_links():
    """In a program's own /tmp."""
    for folder, shown in links.items():
        for path, _, files in os.walk(shown):
            place = os.path.join(folder, os.path.relpath(path, shown))
            os.makedirs(place, exist_ok=True)
            for name in files:
                os.symlink(f"{path}/{name}", f"{place}/{name}")
