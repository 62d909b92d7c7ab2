"""A float32 Linear refuses a float16 input; compiled it must refuse it as well (pytorch/pytorch#141865)."""
import torch


def outcome(model, x):
    try:
        return "values of " + str(model(x).dtype)
    except Exception as error:
        return "refused: " + type(error).__name__


torch.manual_seed(0)
model = torch.nn.Linear(1, 1).eval()
x = torch.ones(1, 1, dtype=torch.float16)
with torch.no_grad():
    eager, compiled = outcome(model, x), outcome(torch.compile(model), x)
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
