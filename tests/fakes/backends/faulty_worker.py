"""Runs any model as y = Relu(x), with the fault that its mode names."""
import os
import time

import numpy as np

from assay_worker import Identity, Unsupported, Worker, serve


class FaultyWorker(Worker):
    framework = "faulty"

    def start(self):
        self.calls = 0
        return Identity(version="0.1")

    def load(self, model, mode):
        if mode == "raises":
            raise ValueError("this model is not to my taste")
        if mode == "gap":
            raise ValueError("this type has no kernel")
        if mode == "unsupported":
            raise Unsupported("operator Relu")
        return mode

    def run(self, mode, inputs, wanted):
        self.calls += 1
        (x,) = inputs.values()
        y = np.maximum(x, 0)
        if mode == "wrong":
            y.reshape(-1)[1] += 1e-3
        elif mode == "nan":
            y.reshape(-1)[1] = np.nan
        elif mode == "shape":
            y = y.reshape(-1)
        elif mode == "type":
            y = y.astype(np.float64)
        elif mode == "moody":
            y = y + self.calls
        elif mode == "aborts":
            os.abort()
        elif mode == "flaky":
            # The private folder dies with the process; its neighbour tells whether one has died before.
            mark = os.path.join(os.path.dirname(os.environ["TMPDIR"]), "flaky-has-died")
            if not os.path.exists(mark):
                open(mark, "w").close()
                os.abort()
        elif mode == "hangs":
            time.sleep(1000)
        return {wanted[0]: y}


if __name__ == "__main__":
    serve(FaultyWorker())
