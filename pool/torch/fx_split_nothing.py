"""A graph that does nothing can be split with its order kept (pytorch/pytorch#140014)."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.passes.split_module import split_module

x = torch.eye(3)
graph = make_fx(lambda x: (x,), tracing_mode="fake")(x)
parts = split_module(graph, None, split_callback=lambda node: 0, keep_original_order=True)
result = parts(x)
print(len(result), "result")
assert torch.equal(result[0], x)
