import torch
import torch.nn as nn

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.attn = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.norm2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim))

    def forward(self, x):
        h = self.norm1(x)
        h, _ = self.attn(h, h, h, need_weights=False)
        x = x + h
        return x + self.mlp(self.norm2(x))


model = nn.Sequential(*[Block(16, 4) for _ in range(2)])
model.eval()
x = torch.randn(2, 5, 16)
with torch.no_grad():
    y = model(x)
print(f"output shape: {tuple(y.shape)}")
assert y.shape == x.shape
assert torch.isfinite(y).all()
