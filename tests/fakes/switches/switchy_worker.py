"""Runs any model as y = Relu(x); which optimisers are off decides whether one element is wrong."""
import numpy as np

from assay_worker import Identity, Rejected, Worker, serve

# Wrong unless all of these are off; None: always wrong.
CURES = {"on": {"fold"}, "pair": {"fold", "fuse"}, "needs": {"fuse"}, "kernel": None, "off": set(),
         "step=parse": set(), "step=rewrite": None}


class SwitchyWorker(Worker):
    framework = "switchy"

    def start(self):
        return Identity(version="0.1")

    def load(self, model, mode):
        kind, _, names = mode.partition(",without=")
        off = set(names.split(","))
        if kind == "needs" and "lower" in off:
            raise Rejected("Lowering", "nothing to run")
        return CURES[kind] is None or not CURES[kind] <= off

    def run(self, wrong, inputs, wanted):
        (x,) = inputs.values()
        y = np.maximum(x, 0)
        y.reshape(-1)[1] += 1 if wrong else 0
        return {wanted[0]: y}


if __name__ == "__main__":
    serve(SwitchyWorker())
