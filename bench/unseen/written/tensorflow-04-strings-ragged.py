import tensorflow as tf

words = tf.constant(["apple", "banana split", "kiwi"])
print(tf.strings.length(words))
print(tf.strings.upper(words))
joined = tf.strings.join([words, words], separator="-")
print(joined.numpy()[0])
rt = tf.ragged.constant([[1, 2], [3], [], [4, 5, 6]])
print(rt.row_lengths(), tf.reduce_sum(rt, axis=1))
dense = rt.to_tensor(default_value=0)
assert dense.shape == (4, 3)
print(dense)
