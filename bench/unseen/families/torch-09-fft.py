import math
import torch

n = 16
t = torch.arange(n, dtype=torch.float64) / n
signal = torch.sin(2 * math.pi * 3 * t) + 0.5 * torch.cos(2 * math.pi * 5 * t)
spectrum = torch.fft.rfft(signal)
freq = torch.fft.rfftfreq(n, d=1 / n)
print(freq[spectrum.abs().argmax()])
restored = torch.fft.irfft(spectrum, n=n)
assert torch.allclose(restored, signal)
print(torch.fft.fftshift(torch.fft.fftfreq(8)))
z = torch.fft.fft2(torch.outer(signal[:4], signal[4:8]))
print(z.real, z.imag, torch.angle(z[0, 1]))
power = spectrum.abs().pow(2)
print(power / power.sum())
print(torch.fft.ifft(torch.fft.fft(signal, norm="ortho"), norm="ortho").real[:3])
print(torch.fft.hfft(spectrum[:5]), torch.view_as_real(spectrum[:2]))
