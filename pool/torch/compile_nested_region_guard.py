"""Nested compiled regions take the branch of the layer at hand (pytorch/pytorch#192905)."""
import torch

region = torch.compiler.nested_compile_region


class Layer(torch.nn.Module):
    def __init__(self, flag):
        super().__init__()
        self.flag = flag


@region
def inner(layer, x):
    if layer.flag:
        return x.sin()
    return x.cos()


@region
def outer(layer, x):
    return inner(layer, x) + 1.0


layers = [Layer(True), Layer(False), Layer(True), Layer(False)]


def total(x):
    return sum(outer(layer, x) for layer in layers)


x = torch.linspace(0.0, 1.0, 4)
eager, compiled = total(x), torch.compile(total, backend="aot_eager", fullgraph=True)(x)
print("eager", eager.tolist(), "compiled", compiled.tolist())
torch.testing.assert_close(compiled, eager)
