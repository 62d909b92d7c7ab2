import math

import torch

t = torch.arange(0, 64, dtype=torch.float32) / 64
signal = torch.sin(2 * math.pi * 5 * t) + 0.5 * torch.cos(2 * math.pi * 9 * t)
spectrum = torch.fft.rfft(signal)
power = spectrum.abs() ** 2
print(power.shape, torch.argmax(power))
freqs = torch.fft.rfftfreq(64, d=1 / 64)
print(freqs[:5])
back = torch.fft.irfft(spectrum, n=64)
print(torch.allclose(back, signal, atol=1e-5))
