import torch
import torch.nn as nn

torch.manual_seed(0)
triplet = nn.TripletMarginLoss(margin=1.0, p=2)
anchor = torch.randn(6, 8, requires_grad=True)
positive = torch.randn(6, 8)
negative = torch.randn(6, 8)
loss = triplet(anchor, positive, negative)
loss.backward()
print(loss, anchor.grad.shape)
