"""A loss over masked steps is the mean over those that are not masked (tensorflow/tensorflow#34491). The twin of that report's program."""
import torch

logits = torch.tensor([[1.0, 2.0], [0.5, -0.5], [9.0, 0.0], [0.0, 9.0]])
target = torch.tensor([0, 1, -1, -1])
loss = torch.nn.CrossEntropyLoss(ignore_index=-1)
got, want = loss(logits, target).item(), loss(logits[:2], target[:2]).item()
print(got, want)
assert abs(got - want) < 1e-6
