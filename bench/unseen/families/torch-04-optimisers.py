import torch

torch.manual_seed(1)
x = torch.randn(16, 3)
true_w = torch.tensor([1.0, -2.0, 0.5])
y = x @ true_w + 0.1

for name, make in [
    ("nesterov", lambda ps: torch.optim.SGD(ps, lr=0.05, momentum=0.9, nesterov=True)),
    ("rmsprop", lambda ps: torch.optim.RMSprop(ps, lr=0.01, alpha=0.9)),
    ("adagrad", lambda ps: torch.optim.Adagrad(ps, lr=0.5)),
    ("nadam", lambda ps: torch.optim.NAdam(ps, lr=0.05)),
    ("amsgrad", lambda ps: torch.optim.Adam(ps, lr=0.05, amsgrad=True)),
]:
    w = torch.zeros(3, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    opt = make([w, b])
    for step in range(20):
        opt.zero_grad()
        loss = ((x @ w + b - y) ** 2).mean()
        loss.backward()
        opt.step()
    print(name, float(loss), w.detach())
