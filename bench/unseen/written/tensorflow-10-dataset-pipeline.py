import tensorflow as tf

ds = tf.data.Dataset.range(10)
ds = ds.filter(lambda x: x % 2 == 0).map(lambda x: x * x).batch(2)
for batch in ds:
    print(batch.numpy())
total = ds.unbatch().reduce(tf.constant(0, tf.int64), lambda s, x: s + x)
assert total.numpy() == 120
z = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices([1, 2, 3]), tf.data.Dataset.from_tensor_slices([4.0, 5.0, 6.0])))
for i, (a, b) in enumerate(z.take(2)):
    print(i, a.numpy(), b.numpy())
rep = tf.data.Dataset.from_tensor_slices(tf.range(3)).repeat(2).prefetch(tf.data.AUTOTUNE)
print([int(x) for x in rep])
