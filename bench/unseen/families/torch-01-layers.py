import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, vocab, width):
        super().__init__()
        self.embed = nn.Embedding(vocab, width, padding_idx=0)
        self.conv = nn.Conv1d(width, 8, kernel_size=3, padding=1)
        self.norm = nn.LayerNorm(8)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(8, 3)

    def forward(self, tokens):
        x = self.embed(tokens).transpose(1, 2)
        x = torch.relu(self.conv(x)).transpose(1, 2)
        x = self.drop(self.norm(x))
        return self.out(x.mean(dim=1))


torch.manual_seed(3)
model = Encoder(20, 6)
model.eval()
tokens = torch.tensor([[1, 5, 7, 0], [2, 3, 0, 0]])
with torch.no_grad():
    logits = model(tokens)
print(logits.shape)
print(logits)
total = sum(p.numel() for p in model.parameters())
print("parameters", total)
assert torch.isfinite(logits).all()
