import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3, padding=1)
        self.conv2 = nn.Conv2d(4, 8, 3, padding=1)
        self.fc1 = nn.Linear(8 * 2 * 2, 16)
        self.fc2 = nn.Linear(16, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        return F.log_softmax(self.fc2(x), dim=1)


torch.manual_seed(0)
net = Net()
images = torch.randn(3, 1, 8, 8)
labels = torch.tensor([1, 0, 7])
out = net(images)
loss = F.nll_loss(out, labels)
loss.backward()
print(out.shape, loss.item())
print(net.fc2.bias.grad.shape)
assert torch.allclose(out.exp().sum(dim=1), torch.ones(3), atol=1e-5)
