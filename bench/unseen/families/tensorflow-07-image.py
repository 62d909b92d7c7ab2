import tensorflow as tf

image = tf.reshape(tf.range(48, dtype=tf.float32), (1, 4, 4, 3)) / 48.0
print(tf.image.resize(image, (2, 2), method="bilinear")[0, :, :, 0])
print(tf.image.flip_left_right(image)[0, 0, :, 0], tf.image.flip_up_down(image)[0, :, 0, 1])
print(tf.image.rot90(image[0])[0, :, 0])
print(tf.image.adjust_brightness(image, 0.1)[0, 0, 0], tf.image.adjust_contrast(image, 2.0)[0, 0, 0])
print(tf.image.rgb_to_grayscale(image)[0, 1])
print(tf.image.central_crop(image, 0.5).shape, tf.image.pad_to_bounding_box(image, 1, 1, 6, 6).shape)
print(tf.image.crop_to_bounding_box(image, 1, 1, 2, 2)[..., 0])
print(tf.image.per_image_standardization(image)[0, 0, 0])
print(tf.image.rgb_to_hsv(image)[0, 2, 2], tf.image.psnr(image, image * 0.9, max_val=1.0))
print(tf.image.total_variation(image), tf.image.sobel_edges(image)[0, 1, 1])
