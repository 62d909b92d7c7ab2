"""A bound method as argument is the same method each time: nothing is traced again (tensorflow/tensorflow#31175)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

traces = []


class Model:
    def step(self, x):
        return x + 1.0


@tf.function
def epoch(step, x):
    traces.append(1)
    return step(x)


model, x = Model(), tf.constant(1.0)
for _ in range(4):
    x = epoch(model.step, x)
print(float(x), "after", len(traces), "traces")
assert float(x) == 5.0
assert len(traces) == 1
