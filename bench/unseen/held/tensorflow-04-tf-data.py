import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices(tf.range(10))
ds = ds.map(lambda x: x * x).filter(lambda x: x % 2 == 0).batch(2)
for batch in ds:
    print(batch.numpy())
total = ds.unbatch().reduce(0, lambda a, b: a + b)
print(total.numpy())
