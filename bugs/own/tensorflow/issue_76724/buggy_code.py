import resource

import tensorflow as tf

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file is left behind

# The square of the block size, by which the channels are divided, is 0 in 32 bits.
print(tf.nn.depth_to_space(tf.zeros([0, 2, 3, 12]), 536870912))
