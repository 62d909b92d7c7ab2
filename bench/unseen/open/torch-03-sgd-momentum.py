import torch

torch.manual_seed(1)
w = torch.zeros(2, requires_grad=True)
X = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
y = torch.tensor([1.0, 2.0, 3.0])
opt = torch.optim.SGD([w], lr=0.01, momentum=0.9)
losses = []
for epoch in range(10):
    opt.zero_grad()
    pred = X @ w
    loss = torch.mean((pred - y) ** 2)
    loss.backward()
    opt.step()
    losses.append(loss.item())
print("first", losses[0], "last", losses[-1])
assert losses[-1] < losses[0]
