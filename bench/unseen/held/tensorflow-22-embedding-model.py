import tensorflow as tf
from tensorflow.keras.layers import Concatenate, Dense, Embedding, Flatten, Input
from tensorflow.keras.models import Model

tf.random.set_seed(0)
user = Input(shape=(1,), dtype="int32")
item = Input(shape=(1,), dtype="int32")
u = Flatten()(Embedding(10, 4)(user))
i = Flatten()(Embedding(20, 4)(item))
h = Concatenate()([u, i])
score = Dense(1, activation="sigmoid")(h)
model = Model([user, item], score)
out = model([tf.constant([[1], [2]]), tf.constant([[3], [4]])])
print(out.shape)
print(bool(tf.reduce_all(out > 0) and tf.reduce_all(out < 1)))
