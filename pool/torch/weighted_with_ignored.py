"""A cross-entropy with class weights, smoothing and ignored samples works (pytorch/pytorch#69339)."""
import torch

loss = torch.nn.CrossEntropyLoss(weight=torch.tensor([0.2, 0.3]), label_smoothing=0.1)
logits, target = torch.tensor([[1.0, 2.0], [3.0, 0.4]]), torch.tensor([-100, 1])
got = loss(logits, target).item()
want = loss(logits[1:], target[1:]).item()
print(got, want)
assert abs(got - want) < 1e-6
