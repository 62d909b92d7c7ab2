import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1],), initializer="ones", trainable=True)

    def call(self, x):
        return x * self.w * self.factor


layer = Scale(2.5)
out = layer(tf.constant([[1.0, 2.0], [3.0, 4.0]]))
print(out)
assert out.shape == (2, 2)
assert float(tf.reduce_sum(out)) == 25.0
