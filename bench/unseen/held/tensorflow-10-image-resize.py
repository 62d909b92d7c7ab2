import tensorflow as tf

img = tf.reshape(tf.range(16, dtype=tf.float32), [1, 4, 4, 1])
print(tf.image.resize(img, [2, 2], method="nearest")[0, :, :, 0])
print(tf.image.resize(img, [8, 8])[0, 0, :, 0])
print(tf.image.flip_left_right(img)[0, :, :, 0])
print(tf.image.rgb_to_grayscale(tf.ones([1, 2, 2, 3])).shape)
print(tf.image.central_crop(img, 0.5).shape)
