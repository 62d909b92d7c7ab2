import torch
from torch import nn


class MLP(nn.Module):
    def __init__(self, n_in, n_hidden, n_out):
        super().__init__()
        self.fc1 = nn.Linear(n_in, n_hidden)
        self.act = nn.Tanh()
        self.fc2 = nn.Linear(n_hidden, n_out)

    def forward(self, x):
        return self.fc2(self.act(self.fc1(x)))


torch.manual_seed(42)
model = MLP(4, 8, 3)
x = torch.rand(5, 4)
out = model(x)
probs = torch.softmax(out, dim=1)
print(probs.shape)
print(torch.allclose(probs.sum(dim=1), torch.ones(5)))
