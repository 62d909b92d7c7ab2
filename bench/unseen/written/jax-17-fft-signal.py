import jax.numpy as jnp

t = jnp.linspace(0, 1, 16, endpoint=False)
s = jnp.sin(2 * jnp.pi * 3 * t)
S = jnp.fft.fft(s)
print(jnp.argmax(jnp.abs(S[:8])))
r = jnp.fft.rfft(s)
back = jnp.fft.irfft(r, n=16)
assert jnp.allclose(back, s, atol=1e-5)
print(jnp.fft.fftfreq(8, d=0.5), jnp.fft.fftshift(jnp.arange(4)))
c = jnp.convolve(jnp.array([1.0, 2.0, 3.0]), jnp.array([0.0, 1.0, 0.5]), mode="same")
print(c, jnp.real(S)[:2], jnp.angle(1j))
