"""check_inputs that name a method which is not traced are refused (pytorch/pytorch#195991)."""
import torch


class Residual(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(x)

    def residual(self, x):
        return self.linear(x) + x


torch.manual_seed(0)
x = torch.ones(1, 4)
try:
    torch.jit.trace_module(Residual(), {"forward": x}, check_trace=True, check_inputs=[{"forward": x, "residual": x}])
    told = "traced"
except Exception as error:
    told = "refused: " + type(error).__name__
print(told)
assert told.startswith("refused")
