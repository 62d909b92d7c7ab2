import jax.numpy as jnp

t = jnp.linspace(0, 1, 8, endpoint=False)
s = jnp.sin(2 * jnp.pi * t)
f = jnp.fft.rfft(s)
print(jnp.abs(f))
print(jnp.argmax(jnp.abs(f)))
back = jnp.fft.irfft(f, n=8)
print(jnp.allclose(back, s, atol=1e-5))
print(jnp.convolve(jnp.array([1.0, 2.0, 3.0]), jnp.array([0.0, 1.0, 0.5])))
