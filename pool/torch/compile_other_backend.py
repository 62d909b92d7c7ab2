"""A function compiled again with another backend goes to that backend (pytorch/pytorch#107337)."""
import torch

asked = []


def recording(name):
    def backend(graph, inputs):
        asked.append(name)
        return graph.forward

    return backend


def increase(x):
    return x + 1.0


x = torch.zeros(2)
first = torch.compile(increase, backend=recording("first"))(x)
second = torch.compile(increase, backend=recording("second"))(x)
print(asked, first.tolist(), second.tolist())
assert asked == ["first", "second"]
