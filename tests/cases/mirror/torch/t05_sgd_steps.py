import torch

torch.manual_seed(42)
w = torch.zeros(3, requires_grad=True)
x = torch.tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]])
t = torch.tensor([1.0, -1.0])
opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
for step in range(3):
    opt.zero_grad()
    loss = ((x @ w - t) ** 2).mean()
    loss.backward()
    opt.step()
    print(step, loss.item())
print(w.detach())
