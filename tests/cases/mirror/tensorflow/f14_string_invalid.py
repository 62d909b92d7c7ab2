import tensorflow as tf

try:
    tf.reshape(tf.ones([2, 3]), [4, 2])
    raise SystemExit("no error")
except tf.errors.InvalidArgumentError as e:
    print("refused")
try:
    tf.concat([tf.ones([2, 2]), tf.ones([3, 3])], axis=0)
except Exception as e:
    print("refused too", type(e).__name__ != "")
