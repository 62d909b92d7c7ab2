import tensorflow as tf

i = tf.constant(0)
acc = tf.constant(1.0)


def cond(i, acc):
    return i < 5


def body(i, acc):
    return i + 1, acc * 2.0


i, acc = tf.while_loop(cond, body, [i, acc])
print(i, acc)
assert float(acc) == 32.0
