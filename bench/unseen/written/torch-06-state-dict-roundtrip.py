import torch
from torch import nn

torch.manual_seed(1)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 2))
copy = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 2))
copy.load_state_dict(net.state_dict())
net.eval()
copy.eval()
x = torch.rand(3, 4)
a, b = net(x), copy(x)
for name, p in net.named_parameters():
    print(name, tuple(p.shape))
total = sum(p.numel() for p in net.parameters())
print("parameters:", total)
assert total == 58
assert torch.equal(a, b)
