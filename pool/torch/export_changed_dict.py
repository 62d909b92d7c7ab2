"""A model that adds to its input dictionary can be exported in strict mode (pytorch/pytorch#147213)."""
import torch


class Extending(torch.nn.Module):
    def forward(self, x, table):
        table.update({"c": x.sin(), "d": x.cos()})
        return table


x = torch.ones([])
print("eager", sorted(Extending()(x, {"a": x * 10.0})))
program = torch.export.export(Extending(), (x, {"a": x * 10.0}), strict=True)
result = program.module()(x, {"a": x * 10.0})
print("exported", sorted(result))
assert sorted(result) == ["a", "c", "d"]
assert torch.equal(result["c"], x.sin())
