"""Samples that are to be ignored do not count in a smoothed cross-entropy (pytorch/pytorch#73205)."""
import torch

torch.manual_seed(0)
logits, target = torch.randn(6, 4), torch.tensor([0, -100, 2, 3, -100, 1])
kept = target != -100
for reduction in ("sum", "mean"):
    loss = torch.nn.CrossEntropyLoss(label_smoothing=0.2, reduction=reduction)
    got, want = loss(logits, target).item(), loss(logits[kept], target[kept]).item()
    print(reduction, got, want)
    assert abs(got - want) < 1e-5
