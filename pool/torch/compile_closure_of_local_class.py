"""A list that a method of a local class appends to keeps what was appended (pytorch/pytorch#197896)."""
import torch


def make():
    seen = []

    class Recorder:
        def note(self, x):
            seen.append(tuple(x.shape))

    def forward(x):
        Recorder().note(x)
        return x * 2.0

    return forward, seen


forward, seen = make()
forward(torch.ones(2, 3))
compiled_forward, compiled_seen = make()
torch.compile(compiled_forward, backend="eager", fullgraph=True)(torch.ones(2, 3))
print("eager", seen, "compiled", compiled_seen)
assert compiled_seen == seen
