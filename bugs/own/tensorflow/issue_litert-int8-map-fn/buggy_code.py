import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf

graph = tf.function(lambda x: tf.map_fn(lambda row: row * 2.0, x)).get_concrete_function(tf.TensorSpec((2, 4), tf.float32))
converter = tf.lite.TFLiteConverter.from_concrete_functions([graph])
converter.optimizations = [tf.lite.Optimize.DEFAULT]
converter.representative_dataset = lambda: iter([[tf.ones((2, 4))]])
print(len(converter.convert()))
