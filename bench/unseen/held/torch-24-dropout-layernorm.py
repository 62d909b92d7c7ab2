import torch
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, d_model=8, d_ff=16, p=0.1):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.net = nn.Sequential(nn.Linear(d_model, d_ff), nn.GELU(), nn.Dropout(p), nn.Linear(d_ff, d_model))

    def forward(self, x):
        return x + self.net(self.norm(x))


torch.manual_seed(0)
ff = FeedForward().eval()
x = torch.randn(2, 3, 8)
y = ff(x)
print(y.shape, torch.isfinite(y).all())
loss = nn.CrossEntropyLoss(label_smoothing=0.1)(y.reshape(-1, 8), torch.tensor([0, 1, 2, 3, 4, 5]))
print(loss.item() > 0)
