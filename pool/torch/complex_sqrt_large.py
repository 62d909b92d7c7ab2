"""Root and absolute value of a large complex number are finite (pytorch/pytorch#47358)."""
import torch

x = torch.full((10,), complex(0.0, -1e20), dtype=torch.complex64)
root, size = torch.sqrt(x), torch.abs(x)
print(root[0].item(), size[0].item())
assert torch.isfinite(torch.view_as_real(root)).all() and torch.isfinite(size).all()
torch.testing.assert_close(size, torch.full((10,), 1e20))
torch.testing.assert_close(root * root, x)
