import tensorflow as tf

ds = tf.data.Dataset.range(10)
ds = ds.map(lambda v: v * 2).filter(lambda v: v % 3 != 0).batch(3)
for batch in ds:
    print(batch.numpy())
total = tf.data.Dataset.from_tensor_slices([1, 2, 3, 4]).reduce(0, lambda a, b: a + b)
print(int(total))
