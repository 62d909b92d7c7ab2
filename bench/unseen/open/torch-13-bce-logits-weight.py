import torch
import torch.nn as nn

logits = torch.tensor([[0.5, -1.2], [2.0, 0.0]], requires_grad=True)
target = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([2.0, 3.0]))
loss = criterion(logits, target)
loss.backward()
print(loss)
print(logits.grad)
smooth = nn.SmoothL1Loss(beta=0.5)
print(smooth(logits.detach(), target).item())
