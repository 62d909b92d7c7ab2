import torch
import torch.nn as nn
import torch.optim as optim


def make_data(n=64):
    g = torch.Generator().manual_seed(42)
    x = torch.randn(n, 2, generator=g)
    y = (x[:, 0] * x[:, 1] > 0).long()
    return x, y


def accuracy(logits, y):
    return (logits.argmax(dim=1) == y).float().mean().item()


def train(model, x, y, epochs=5):
    opt = optim.RMSprop(model.parameters(), lr=0.01)
    sched = optim.lr_scheduler.StepLR(opt, step_size=2, gamma=0.5)
    history = {"loss": [], "acc": []}
    for _ in range(epochs):
        model.train()
        opt.zero_grad()
        logits = model(x)
        loss = nn.functional.cross_entropy(logits, y)
        loss.backward()
        opt.step()
        sched.step()
        history["loss"].append(loss.item())
        history["acc"].append(accuracy(logits, y))
    return history


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
h = train(net, *make_data())
print(h["loss"][0], h["loss"][-1])
assert h["loss"][-1] < h["loss"][0]
