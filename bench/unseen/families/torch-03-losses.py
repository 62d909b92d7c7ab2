import torch
import torch.nn as nn
import torch.nn.functional as F

logits = torch.tensor([[1.5, -0.3, 0.2], [0.1, 2.2, -1.0]], requires_grad=True)
target = torch.tensor([0, 2])
weight = torch.tensor([1.0, 2.0, 0.5])
loss = nn.CrossEntropyLoss(weight=weight, label_smoothing=0.1)(logits, target)
loss.backward()
print(loss.item(), logits.grad)

p = torch.sigmoid(logits.detach())
t = torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]])
print(F.binary_cross_entropy(p, t, reduction="sum"))
print(F.kl_div(torch.log_softmax(logits.detach(), -1), torch.softmax(t, -1), reduction="batchmean"))
print(nn.SmoothL1Loss(beta=0.5)(p, t), nn.PoissonNLLLoss()(p, t), F.gaussian_nll_loss(p, t, torch.ones_like(p)))
print(nn.CosineEmbeddingLoss(margin=0.1)(p, t, torch.tensor([1.0, -1.0])))
print(nn.MarginRankingLoss(margin=0.2)(p[:, 0], p[:, 1], torch.tensor([1.0, -1.0])))
print(F.multilabel_soft_margin_loss(logits.detach(), t), F.soft_margin_loss(p, 2 * t - 1))
