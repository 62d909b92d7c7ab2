"""Gradients through a scripted loop equal those of the loop itself (pytorch/pytorch#32385)."""
import torch


class Recurrent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4, bias=False)

    def forward(self, xs):
        h = torch.zeros(3, 4)
        for i in range(xs.size(0)):
            h = torch.tanh(h + self.linear(xs[i]))
        return h


torch.manual_seed(0)
model, xs = Recurrent(), torch.rand(10, 3, 4)
model(xs).sum().backward()
eager = model.linear.weight.grad.clone()
scripted = torch.jit.script(model)
for run in range(3):
    model.linear.weight.grad.zero_()
    scripted(xs).sum().backward()
    worst = (model.linear.weight.grad - eager).abs().max().item()
    print("run", run, "largest difference", worst)
    torch.testing.assert_close(model.linear.weight.grad, eager)
