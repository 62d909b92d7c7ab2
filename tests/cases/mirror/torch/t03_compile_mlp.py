import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(8, 16)
        self.act = nn.GELU()
        self.fc2 = nn.Linear(16, 4)

    def forward(self, x):
        h = self.act(self.fc1(x))
        return torch.softmax(self.fc2(h), dim=-1)


torch.manual_seed(0)
net = Net().eval()
x = torch.randn(5, 8)
with torch.no_grad():
    eager = net(x)
    compiled = torch.compile(net)(x)
print(torch.allclose(eager, compiled, atol=1e-5))
torch.testing.assert_close(eager, compiled, rtol=1e-4, atol=1e-5)
