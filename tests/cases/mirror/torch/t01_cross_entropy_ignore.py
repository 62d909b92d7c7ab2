import torch
import torch.nn as nn

# CrossEntropyLoss gives nan when every target is ignored
logits = torch.tensor([[1.5, -0.3, 0.2], [0.1, 2.0, -1.0]])
target = torch.tensor([-100, -100])
loss_fn = nn.CrossEntropyLoss(ignore_index=-100)
loss = loss_fn(logits, target)
print("loss:", loss)
assert torch.isnan(loss), "expected nan"
mixed = loss_fn(logits, torch.tensor([0, -100]))
print(mixed.item())
