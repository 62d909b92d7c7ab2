"""FreeFuzz on one API for some rounds: freefuzz_api.py CHECKOUT LIBRARY API SEED ROUNDS LOG

Does what FreeFuzz_api.py of its authors does for each round (a recorded call, mutated, under the crash and the precision oracle), with
three differences: recorded calls come from the dump itself (freefuzz_calls.py), the random numbers from SEED, and what each program did
is written to LOG, a line of JSON before it runs and one after it. A process that dies thus leaves the program that it died of.
"""
import json
import os
import random
import sys
import types

import numpy

checkout, library, api_name, seed, rounds, log_path = sys.argv[1:]
import freefuzz_calls  # noqa: E402

sys.modules["pymongo"] = types.SimpleNamespace(
    MongoClient=lambda host, port: {name: freefuzz_calls.Database(os.path.join(checkout, "dump", name))
                                    for name in os.listdir(os.path.join(checkout, "dump"))})
sys.path.insert(0, os.path.join(checkout, "src"))
random.seed(int(seed))
numpy.random.seed(int(seed))

from constants.enum import OracleType  # noqa: E402

if library == "torch":
    from classes.database import TorchDatabase as calls
    from classes.torch_api import TorchAPI as Api
    from classes.torch_library import TorchLibrary as Library
else:
    from classes.database import TFDatabase as calls
    from classes.tf_api import TFAPI as Api
    from classes.tf_library import TFLibrary as Library

ORACLES = [OracleType.CRASH, OracleType.PRECISION]  # the third needs a GPU
DIFFERENCE, SLOWER, LEAST_S = 1e-2, 10, 1e-3  # as its authors give them
log = open(log_path, "a")


def tell(**what):
    log.write(json.dumps(what) + "\n")
    log.flush()


def run_code(code):
    """As FreeFuzz's own, but that it keeps the type of an exception beside the message: bugs are told apart by both."""
    tell(program=code)
    results = {"err_cpu": None, "err_gpu": None, "err_high": None, "err_low": None}
    error = None
    try:
        exec(code.replace('"Error:"+str(e)', 'type(e).__name__ + "; " + str(e)'), {"results": results})
    except Exception as raised:
        error = f"{type(raised).__name__}; {raised}"
    error = results.get("err", error)
    tell(errors=[str(one) for one in [error, results["err_high"], results["err_low"]] if one is not None])
    return results, error


Library.run_code = staticmethod(run_code)
calls.database_config("", 0, f"freefuzz-{library}")
tests = Library(os.path.join(os.getcwd(), "output"), DIFFERENCE, SLOWER, LEAST_S)
tests.write_to_dir = lambda folder, name, code: None  # the log has it
for _ in range(int(rounds)):
    try:
        api = Api(api_name)
        api.mutate(True, True, True)
    except Exception as error:  # a call that FreeFuzz cannot make of its own records
        tell(unmade=f"{type(error).__name__}: {error}")
        continue
    for oracle in ORACLES:
        try:
            tests.test_with_oracle(api, oracle)
        except Exception as error:  # its own code fails on some results
            tell(unjudged=f"{type(error).__name__}: {error}")
