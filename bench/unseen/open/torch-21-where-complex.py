import torch

z = torch.tensor([1 + 2j, -3 - 1j], dtype=torch.complex64)
print(torch.abs(z), torch.angle(z))
print(torch.view_as_real(z))
print(z.real, z.imag, z.conj())
f = torch.fft.fft(torch.tensor([1.0, 2.0, 3.0, 4.0]))
print(f)
back = torch.fft.ifft(f)
print(torch.allclose(back.real, torch.tensor([1.0, 2.0, 3.0, 4.0])))
