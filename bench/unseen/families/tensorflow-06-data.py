import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices((tf.range(10), tf.range(10) * 2))
ds = ds.filter(lambda a, b: a % 2 == 0).map(lambda a, b: (tf.cast(a, tf.float32) / 10.0, b)).batch(2)
for features, labels in ds:
    print(features.numpy(), labels.numpy())
total = tf.data.Dataset.range(5).reduce(tf.constant(0, tf.int64), lambda s, v: s + v)
print(total)
zipped = tf.data.Dataset.zip((tf.data.Dataset.range(3), tf.data.Dataset.range(3, 6)))
print([(int(a), int(b)) for a, b in zipped.repeat(2).take(5)])
print(list(tf.data.Dataset.range(7).window(3, drop_remainder=True).flat_map(lambda w: w.batch(3)).as_numpy_iterator()))
for i, item in ds.enumerate().skip(1):
    print(i.numpy(), item[0].shape)
