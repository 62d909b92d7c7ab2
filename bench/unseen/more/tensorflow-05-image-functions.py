import tensorflow as tf

img = tf.reshape(tf.range(48, dtype=tf.float32), (4, 4, 3)) / 48.0
print(tf.image.flip_left_right(img)[0, 0])
print(tf.image.rot90(img).shape)
print(tf.image.rgb_to_grayscale(img)[0, 0])
print(tf.image.central_crop(img, 0.5).shape)
print(tf.image.adjust_brightness(img, 0.1)[0, 0])
print(tf.image.resize(img[tf.newaxis], (2, 2), method="nearest").shape)
