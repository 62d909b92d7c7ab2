import jax.numpy as jnp

t = jnp.arange(16) / 16.0
x = jnp.cos(2 * jnp.pi * 2 * t)
f = jnp.fft.rfft(x)
print(jnp.abs(f), jnp.fft.rfftfreq(16, d=1 / 16)[jnp.argmax(jnp.abs(f))])
print(jnp.fft.irfft(f)[:4], jnp.fft.fftshift(jnp.fft.fftfreq(6)))
z = jnp.fft.fft2(x.reshape(4, 4))
print(jnp.real(z), jnp.imag(z))
print(jnp.fft.ifft2(z).real)
print(jnp.fft.ifft(jnp.fft.fft(x, norm="ortho"), norm="ortho").real, jnp.fft.fftn(x.reshape(2, 2, 4))[0, 0], jnp.fft.hfft(f[:4]))
assert jnp.allclose(jnp.fft.irfft(f), x, atol=1e-5)
