import torch

a = torch.ones(3)
b = a.view(3, 1)
a.add_(2).mul_(3)
print(a, b)
a.clamp_(max=5)
a[0].fill_(-1)
print(b.squeeze(), a.sub_(0.5).div_(2))
c = torch.arange(6.0).reshape(2, 3)
c.t_()
c.zero_()
c.copy_(torch.arange(6.0).reshape(3, 2))
c[:, 0].sqrt_()
c.transpose(0, 1)[1].neg_()
print(c)
d = torch.tensor([3, 1, 2])
try:
    d += 0.5
except RuntimeError as e:
    print("refused")
d.bitwise_and_(1)
print(d, d.dtype)
w = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.no_grad():
    w -= 0.1
    w.addcmul_(torch.ones(2), torch.ones(2), value=0.5)
(w**2).sum().backward()
print(w.grad)
