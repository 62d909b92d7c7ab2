import jax.numpy as jnp

img = jnp.outer(jnp.hanning(8), jnp.hamming(8))
f = jnp.fft.fftshift(jnp.fft.fft2(img))
print(jnp.abs(f).argmax())
back = jnp.fft.ifft2(jnp.fft.ifftshift(f)).real
print(jnp.allclose(back, img, atol=1e-5))
print(jnp.fft.fftfreq(8, d=0.5))
print(jnp.convolve(jnp.array([1.0, 2.0, 3.0]), jnp.array([0.0, 1.0, 0.5]), mode="same"))
