"""What rules write for a call that the other framework does not have: segments, scattering, pooling, powers, at their edges (nothing to sum, negative axes and places,
whole numbers, windows over the rim). Each line that the source prints must be the same in the twin."""
import re
import tempfile

from _assay import assay_json, check, finish, need_environment

FRAMEWORKS = ("torch", "tensorflow", "jax")
need_environment(*FRAMEWORKS)

# name: what is computed; x, n and image are there. "to jax: ...": the third framework has nothing of the kind.
CALLS = {
    "tensorflow": {
        "a softmax along another axis": "tf.keras.layers.Softmax(axis=1)(x)",
        "a merge by multiplication": "tf.keras.layers.multiply([x, x + 1.0])",
        "a merge by means": "tf.keras.layers.average([x, x + 1.0])",
        "a merge by the least": "tf.keras.layers.minimum([x, -x])",
        "a layer that does nothing": "tf.keras.layers.Identity()(x)",
        "sums of products of rows": "tf.keras.layers.Dot(axes=1)([x, x + 1.0])",
        "products of matrices by a layer": "tf.keras.layers.Dot(axes=(2, 1))([image[0][None, :, :, 0], image[0][None, :4, :, 1]])",
        "directions of rows": "tf.keras.layers.Dot(axes=1, normalize=True)([x, x + 1.0])",
        "a padded row": "tf.keras.layers.ZeroPadding1D((1, 2))(image[0])",
        "a cropped row": "tf.keras.layers.Cropping1D((1, 1))(image[0])",
        "a stretched row": "tf.keras.layers.UpSampling1D(2)(image[0])",
        "dropped channels, not trained": "tf.keras.layers.SpatialDropout2D(0.5)(image)",
        "dropped channels of rows, not trained": "tf.keras.layers.SpatialDropout1D(0.5)(image[0])",
        "attention by a layer": "tf.keras.layers.Attention()([image[0], image[0] * 0.5])",
        "attention with keys": "tf.keras.layers.Attention()([image[0], image[0] * 0.5, image[0] - 1.0])",
        "PReLU of positive numbers": "tf.keras.layers.PReLU()(tf.abs(x))",
        "a leak by its function": "tf.keras.activations.leaky_relu(x, 0.1)",
        "logarithms of shares": "tf.keras.activations.log_softmax(x)",
        "scaled pixels": "tf.keras.layers.Rescaling(0.5, offset=1.0)(image)",
        "to jax: constant weights": "tf.keras.initializers.Constant(2.5)([2, 3])",
        "to jax: weights of ones": "tf.keras.initializers.Ones()([2, 3])",
        "normal groups": "tf.keras.layers.GroupNormalization(2)(image)",
        "a transform of three axes": "tf.math.real(tf.signal.fft3d(tf.cast(image[0], tf.complex64)))",
        "a diagonal part": "tf.linalg.tensor_diag_part(x)",
        "scatter_nd_sub": "tf.tensor_scatter_nd_sub(x, tf.constant([[1], [1]]), x[:2])",
        "the norm of several": "tf.linalg.global_norm([x, x[:2]])",
        "to jax: squareplus": "tf.keras.activations.squareplus(x)",
        "to jax: sparse_plus": "tf.keras.activations.sparse_plus(x)",
        "to torch: a root mean square": "tf.keras.layers.RMSNormalization()(x)",
        "segment_sum": "tf.math.segment_sum(x, tf.constant([0, 0, 2]))",
        "segment_sum of one row": "tf.math.segment_sum(x[:1], tf.constant([0]))",
        "segment_sum of nothing": "tf.math.segment_sum(x[:0], tf.constant([], dtype=tf.int32))",
        "segment_sum of whole numbers": "tf.math.segment_sum(n, tf.constant([0, 1, 1]))",
        "sparse segment_sum": "tf.sparse.segment_sum(x, tf.constant([2, 0, 0]), tf.constant([0, 0, 1]))",
        "sparse segment_sum of nothing": "tf.sparse.segment_sum(x, tf.constant([], dtype=tf.int32), tf.constant([], dtype=tf.int32))",
        "unsorted_segment_sum": "tf.math.unsorted_segment_sum(x, tf.constant([2, 0, 2]), 4)",
        "unsorted_segment_sum drops": "tf.math.unsorted_segment_sum(x, tf.constant([1, -1, 1]), 2)",
        "scatter_nd": "tf.scatter_nd(tf.constant([[1], [3], [1]]), tf.constant([5, 6, 7]), tf.constant([5]))",
        "scatter_nd of rows": "tf.scatter_nd(tf.constant([[1], [0]]), x[:2], tf.constant([3, 3]))",
        "scatter_nd of nothing": "tf.scatter_nd(tf.zeros([0, 1], dtype=tf.int32), tf.zeros([0]), tf.constant([3]))",
        "scatter_nd_update": "tf.tensor_scatter_nd_update(x, tf.constant([[0, 2], [2, 0]]), tf.constant([7.0, 8.0]))",
        "scatter_nd_update of rows": "tf.tensor_scatter_nd_update(n, tf.constant([[2]]), tf.constant([[-1, -2]]))",
        "scatter_nd_add": "tf.tensor_scatter_nd_add(x, tf.constant([[1], [1]]), x[:2])",
        "scatter_nd_min": "tf.tensor_scatter_nd_min(x, tf.constant([[0, 0], [0, 0], [2, 2]]), tf.constant([-5.0, -7.0, 100.0]))",
        "scatter_nd_max": "tf.tensor_scatter_nd_max(n, tf.constant([[0], [0]]), tf.constant([[9, 0], [1, 8]]))",
        "gather_nd": "tf.gather_nd(x, tf.constant([[0, 1], [2, 2]]))",
        "max_pool": "tf.nn.max_pool2d(image, 2, 2, 'VALID')",
        "max_pool over the rim": "tf.nn.max_pool2d(-image, 3, 2, 'SAME')",
        "avg_pool": "tf.nn.avg_pool2d(image, [1, 2, 3, 1], [1, 1, 2, 1], 'VALID')",
        "avg_pool over the rim": "tf.nn.avg_pool2d(image, 3, 2, 'SAME')",
        "avg_pool of one element": "tf.nn.avg_pool2d(image[:, :1, :1], 2, 1, 'SAME')",
        "places of the greatest": "tf.nn.max_pool_with_argmax(image, 2, 2, 'VALID')[1]",
        "greatest over the rim": "tf.nn.max_pool_with_argmax(image, 3, 2, 'SAME')[0]",
        "places of the greatest over the rim": "tf.nn.max_pool_with_argmax(image, 3, 2, 'SAME')[1]",
        "one_hot": "tf.one_hot(tf.constant([0, 2, -1, 5]), 3)",
        "cumsum": "tf.cumsum(x, axis=-1, exclusive=True, reverse=True)",
        "segment_mean": "tf.math.segment_mean(x, tf.constant([0, 0, 2]))",
        "unsorted_segment_mean of nothing": "tf.math.unsorted_segment_mean(x, tf.constant([2, -1, 2]), 4)",
        "slice": "tf.slice(x, [1, 0], [-1, 2])",
        "strided_slice": "tf.strided_slice(x, [0, -3], [3, 3], [2, 2])",
        "strided_slice backwards": "tf.strided_slice(x, [2, 0], [0, 2], [-1, 1])",
        "strided_slice of nothing": "tf.strided_slice(x, [2, 0], [1, 2], [1, 1])",
        "depth_to_space": "tf.nn.depth_to_space(tf.reshape(tf.range(16.0), [1, 1, 2, 8]), 2)",
        "space_to_depth": "tf.nn.space_to_depth(image[:, :4], 2)",
        "conv2d_transpose": "tf.nn.conv2d_transpose(image, tf.reshape(tf.range(36.0), [3, 3, 2, 2]) / 9.0, [1, 10, 8, 2], 2, 'SAME')",
        "conv2d_transpose, odd": "tf.nn.conv2d_transpose(image, tf.reshape(tf.range(36.0), [3, 3, 2, 2]) / 9.0, [1, 9, 7, 2], 2, 'SAME')",
        "conv2d_transpose without rim": "tf.nn.conv2d_transpose(image, tf.reshape(tf.range(36.0), [3, 3, 2, 2]) / 9.0, [1, 11, 9, 2], 2, 'VALID')",
        "l2_normalize": "tf.math.l2_normalize(x, axis=1)",
        "l2_normalize of zeros": "tf.math.l2_normalize(x * 0.0, axis=0)",
        "band_part": "tf.linalg.band_part(x, 1, 0)",
        "band_part, all below": "tf.linalg.band_part(x, -1, 1)",
        "clip_by_norm": "tf.clip_by_norm(x, 2.0)",
        "clip_by_norm of little": "tf.clip_by_norm(x, 200.0)",
        "saturate_cast": "tf.saturate_cast(x * 100.0, tf.uint8)",
        "count_nonzero": "tf.math.count_nonzero(n, axis=0)",
        "confusion_matrix": "tf.math.confusion_matrix([0, 2, 2], [0, 1, 2])",
        "batch_normalization": "tf.nn.batch_normalization(x, tf.constant([1.0, 2.0, 3.0]), tf.constant([4.0, 1.0, 0.25]), None, tf.constant([1.0, 2.0, 0.5]), 0.01)",
        "frames": "tf.signal.frame(x, 2, 1)",
        "a window": "tf.signal.hann_window(6)",
        "a window that is symmetric": "tf.signal.hamming_window(5, periodic=False)",
        "states of a scan": "tf.scan(lambda a, row: a * 0.5 + row, x)",
        "states of a scan from a beginning": "tf.scan(lambda a, row: a + row, x, initializer=tf.constant([1.0, 0.0, 0.0]))",
        "folded": "tf.foldl(lambda a, row: a - row, x)",
        "folded from the end": "tf.foldr(lambda a, row: a - row, x)",
        "rows at once": "tf.vectorized_map(lambda row: tf.reduce_sum(row * row), x)",
        "the first case that holds": "tf.case([(tf.constant(False), lambda: x[0]), (tf.constant(True), lambda: x[1])], default=lambda: x[2])",
        "unit matrices": "tf.eye(2, batch_shape=[3])",
        "falling order": "tf.argsort(x[0], direction='DESCENDING')",
        "a curve of rates": "tf.keras.optimizers.schedules.ExponentialDecay(0.1, 4, 0.5)(6)",
        "a curve of steps": "tf.keras.optimizers.schedules.ExponentialDecay(0.1, 4, 0.5, staircase=True)(6)",
        "a curve of rates that ends": "tf.keras.optimizers.schedules.PolynomialDecay(0.1, 5, 0.01, power=2.0)(3)",
        "half a wave of rates": "tf.keras.optimizers.schedules.CosineDecay(0.1, 10, alpha=0.1)(7)",
        "rates in pieces": "tf.keras.optimizers.schedules.PiecewiseConstantDecay([2, 5], [0.1, 0.05, 0.01])(5)",
        "logarithms of cosines": "tf.keras.losses.LogCosh()(x, x * 0.5)",
        "signs": "tf.keras.losses.Hinge()(x * 0.0, x)",
        "angles": "tf.keras.losses.CosineSimilarity(axis=1)(x, x * x)",
        "differences of logarithms": "tf.keras.losses.MeanSquaredLogarithmicError()(tf.abs(x), x * x)",
        "weighted cross entropy": "tf.nn.weighted_cross_entropy_with_logits(labels=tf.constant([0.0, 1.0, 0.5]), logits=x[0], pos_weight=2.5)",
        "an image without colours": "tf.image.rgb_to_grayscale(tf.stack([image[..., 0]] * 3, axis=-1))",
        "an image with colours": "tf.image.grayscale_to_rgb(image[..., :1])",
        "a brighter image": "tf.image.adjust_brightness(image, 0.25)",
        "an image of more contrast": "tf.image.adjust_contrast(image, 2.0)",
        "a darker image": "tf.image.adjust_gamma(image, 2.0, 0.5)",
        "a standardised image": "tf.image.per_image_standardization(image)",
        "a larger image": "tf.image.pad_to_bounding_box(image, 1, 2, 8, 9)",
        "the middle of an image": "tf.image.central_crop(image, 0.5)",
        "a part of an image": "tf.image.crop_to_bounding_box(image, 1, 1, 3, 2)",
        "likeness of images": "tf.image.psnr(image, image + 1.0, 7.0)",
        "variation of an image": "tf.image.total_variation(image)",
        "slopes of an image": "tf.image.image_gradients(image)[1]",
        "a loop that is cut short": "tf.while_loop(lambda i, s: i < 9, lambda i, s: [i + 1, s + 2.0], [tf.constant(0), tf.constant(0.5)], maximum_iterations=3)[1]",
        "falling": "tf.sort(x, direction='DESCENDING')",
        "what is left of two": "tf.keras.layers.Subtract()([x, x * x])",
        "the mean of three": "tf.keras.layers.Average()([x, x, x * 4.0])",
        "the greater of two": "tf.keras.layers.Maximum()([x, x * x])",
        "rows of length one": "tf.keras.layers.UnitNormalization()(x)",
        "a cropped image": "tf.keras.layers.Cropping2D(((1, 0), (0, 2)))(image)",
        "functions of Keras": "tf.keras.ops.mean(x, axis=1)",
        "a sparse matrix": "tf.sparse.to_dense(tf.sparse.SparseTensor([[0, 1], [2, 0]], [5.0, 6.0], [3, 3]))",
        "a sparse product": "tf.sparse.sparse_dense_matmul(tf.sparse.from_dense(x), x)",
    },
    "torch": {
        "fmax of NaN": "torch.fmax(torch.tensor([1.0, float('nan')]), torch.tensor([0.5, 2.0]))",
        "fmin": "torch.fmin(x, -x)",
        "trunc": "torch.trunc(x * 1.7)",
        "ldexp": "torch.ldexp(x, torch.tensor([1, 2, 3]))",
        "diagflat": "torch.diagflat(x[0], 1)",
        "hsplit": "torch.hsplit(x, 3)[1]",
        "vsplit": "torch.vsplit(x, 3)[2]",
        "dsplit": "torch.dsplit(image, 5)[1]",
        "nanmedian": "torch.nanmedian(torch.tensor([3.0, float('nan'), 1.0, 2.0, 7.0]))",
        "isreal": "torch.isreal(torch.tensor([1 + 1j, 2 + 0j]))",
        "softmin": "torch.nn.Softmin(dim=1)(x)",
        "a reflected image": "torch.nn.ReflectionPad2d((1, 2, 0, 1))(image)",
        "a reflected row": "torch.nn.ReflectionPad1d(1)(x)",
        "Unflatten": "torch.nn.Unflatten(1, (3, 1))(x)",
        "rms_norm": "torch.nn.functional.rms_norm(x, (3,))",
        "rms_norm with weights": "torch.nn.functional.rms_norm(x, (3,), torch.tensor([1.0, 2.0, 3.0]), 0.1)",
        "RMSNorm": "torch.nn.RMSNorm(3, eps=1e-05)(x).detach()",
        "conv3d": "torch.nn.functional.conv3d(image[None], torch.ones(2, 1, 1, 2, 2), stride=(1, 2, 1), padding=(0, 1, 0))",
        "folded windows": "torch.nn.functional.fold(torch.ones(1, 12, 4), (3, 4), (2, 3))",
        "irfft2": "torch.fft.irfft2(torch.fft.rfft2(image)).round().abs()",
        "vander of linalg": "torch.linalg.vander(x[0])",
        "row_stack": "torch.row_stack([x, x[:1]])",
        "arctan2": "torch.arctan2(x, x + 1.0)",
        "a common shape": "torch.ones(torch.broadcast_shapes((3, 1), (2,)))",
        "vecdot": "torch.linalg.vecdot(x, x + 1.0)",
        "singular values with columns": "torch.svd(x)[1]",
        "pinverse": "torch.pinverse(x)",
        "a derivative in a direction": "torch.func.jvp(lambda v: v * v, (x,), (x,))[1]",
        "a pulled back seed": "torch.func.vjp(lambda v: v * v, x)[1](x)[0]",
        "jvp of autograd": "torch.autograd.functional.jvp(lambda v: v * v, x, x)[1]",
        "vjp of autograd": "torch.autograd.functional.vjp(lambda v: v * v, x, x)[1]",
        "to jax: the diagonal of each": "torch.linalg.diagonal(image)",
        "to jax: slopes": "torch.gradient(x, dim=1)[0]",
        "to jax: rfftn": "torch.fft.rfftn(x).abs()",
        "to jax: log_ndtr": "torch.special.log_ndtr(x).exp()",
        "to jax: multigammaln": "torch.special.multigammaln(x.abs() + 3.0, 2)",
        "normal numbers of no spread": "torch.normal(2.0, 0.0, (2, 3))",
        "drawn from certain chances": "torch.bernoulli(torch.tensor([0.0, 1.0, 1.0]))",
        "by a generator": "torch.randn(2, generator=torch.Generator().manual_seed(3)).abs() * 0.0",
        "the least along an axis": "x.min(1).values",
        "on a device": "torch.ones(2, 3, device=torch.device('cpu'))",
        "rows of one length": "torch.nn.utils.rnn.pad_sequence([x[0], x[1, :2]], batch_first=True, padding_value=-1.0)",
        "a sparse matrix": "torch.sparse_coo_tensor([[0, 2], [1, 0]], [5.0, 6.0], (3, 3)).to_dense()",
        "a sparse product": "torch.sparse.mm(x.to_sparse(), x)",
        "windows as columns": "torch.nn.functional.unfold(image, (2, 3), padding=1, stride=2)",
        "vander": "torch.vander(x[0])",
        "vander of three powers": "torch.vander(torch.tensor([1, 2, 3, 5]), 3, increasing=True)",
        "vander of one": "torch.vander(x[0], 1)",
        "max_pool2d": "torch.nn.functional.max_pool2d(image, 2)",
        "max_pool2d over the rim": "torch.nn.functional.max_pool2d(-image, 3, stride=2, padding=1)",
        "max_pool1d": "torch.nn.functional.max_pool1d(image[0], 2, stride=1)",
        "avg_pool2d": "torch.nn.functional.avg_pool2d(image, (2, 3), stride=(1, 2))",
        "avg_pool2d over the rim": "torch.nn.functional.avg_pool2d(image, 3, stride=2, padding=1)",
        "avg_pool2d without the rim": "torch.nn.functional.avg_pool2d(image, 3, stride=2, padding=1, count_include_pad=False)",
        "adaptive_avg_pool2d": "torch.nn.functional.adaptive_avg_pool2d(image, (2, 3))",
        "adaptive_max_pool2d": "torch.nn.functional.adaptive_max_pool2d(image, (3, 2))",
        "scatter": "torch.scatter(x, 1, torch.tensor([[2, 0], [1, 1]]), torch.tensor([[9.0, 8.0, 7.0], [6.0, 6.0, 4.0]]))",
        "scatter, last axis": "torch.scatter(x, -1, torch.tensor([[0], [1], [2]]), 5.0)",
        "scatter_add, first axis": "torch.scatter_add(x, -2, torch.tensor([[0, 0, 2], [0, 1, 2]]), torch.ones(2, 3))",
        "index_add": "torch.index_add(x, -1, torch.tensor([2, 2]), torch.ones(3, 2))",
        "index_add of whole numbers": "torch.index_add(n, 0, torch.tensor([1]), torch.tensor([[10, 20]]))",
        "index_fill": "torch.index_fill(x, -1, torch.tensor([0, 2]), 4.0)",
        "index_fill of nothing": "torch.index_fill(x, 0, torch.tensor([], dtype=torch.int64), 4.0)",
        "cummax": "torch.cummax(torch.tensor([1.0, 3.0, 3.0, 2.0]), 0)[1]",
        "tril": "torch.tril(x, 0)",
        "tril below": "torch.tril(x, -1)",
        "tril above": "torch.tril(n, 1)",
        "triu": "torch.triu(x, 0)",
        "triu below": "torch.triu(x, -1)",
        "triu above": "torch.triu(x, 2)",
        "unique with counts": "torch.unique(torch.tensor([3, 1, 3, -2]), return_counts=True)[1]",
        "unique": "torch.unique(torch.tensor([3, 1, 3, -2]), return_counts=True)[0]",
        "nll_loss": "torch.nn.functional.nll_loss(torch.log_softmax(x, 1), torch.tensor([0, 2, 1]))",
        "nll_loss of no logarithms": "torch.nn.functional.nll_loss(x, torch.tensor([0, 2, 1]), reduction='sum')",
        "cosine_similarity": "torch.nn.functional.cosine_similarity(x, x * x, dim=1)",
        "attention": "torch.nn.functional.scaled_dot_product_attention(x[None], x[None], x[None]).round()",
        "attention to what was before": "torch.nn.functional.scaled_dot_product_attention(image, image, image, is_causal=True)",
        "attention to some": "torch.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=x > 0, scale=0.5)",
        "twice as large": "torch.nn.functional.interpolate(image, scale_factor=2)",
        "smooth": "torch.nn.functional.interpolate(image, size=(7, 3), mode='bilinear')",
        "nearest, uneven": "torch.nn.functional.interpolate(image, size=(7, 3))",
        "prelu": "torch.nn.functional.prelu(image, torch.tensor([0.5, 2.0]))",
        "pooled in three axes": "torch.nn.MaxPool3d(2)(image[None])",
        "mean in three axes": "torch.nn.AvgPool3d((1, 2, 2), stride=1)(image[None])",
        "fftn": "torch.fft.fftn(x).abs()",
        "hfft": "torch.fft.hfft(x[0])",
        "hann_window": "torch.hann_window(6)",
        "quantile": "torch.quantile(x, 0.3, dim=1)",
        "quantiles": "torch.quantile(x, torch.tensor([0.25, 0.5]))",
        "corrcoef": "torch.corrcoef(x)",
        "nan_to_num": "torch.nan_to_num(x / (x - 2.0), posinf=5.0)",
        "trapezoid": "torch.trapezoid(x)",
        "cdist": "torch.cdist(x, x + 1.0)",
        "nuclear norm": "torch.linalg.norm(x, ord='nuc')",
        "norm of columns": "torch.linalg.norm(x, ord=1)",
        "histc": "torch.histc(x, 4, min=-2, max=6)",
    },
    "jax": {
        "a place that is named twice": "jnp.zeros(3).at[jnp.array([0, 0, 2])].add(1.0)",
        "the root of a size": "[v / jnp.sqrt(size) for v, size in ((x, 4),)][0]",
        "degrees": "jnp.degrees(x)",
        "nancumprod": "jnp.nancumprod(jnp.array([1.0, jnp.nan, 3.0]))",
        "nanargmax": "jnp.nanargmax(jnp.array([1.0, jnp.nan, 3.0]))",
        "nanargmin along": "jnp.nanargmin(x, axis=1)",
        "geomspace": "jnp.geomspace(1.0, 8.0, num=4)",
        "a determinant of scipy": "jax.scipy.linalg.det(x)",
        "standardize": "jax.nn.standardize(x)",
        "lax.slice": "jax.lax.slice(x, (0, 1), (3, 3), (2, 1))",
        "lax.broadcast": "jax.lax.broadcast(x, (2,))",
        "lax.split": "jax.lax.split(x, (1, 2), axis=1)[1]",
        "lax.argmax": "jax.lax.argmax(x, 1, jnp.int32)",
        "lax.sort": "jax.lax.sort(x, dimension=0)",
        "lax.index_in_dim": "jax.lax.index_in_dim(x, 1, axis=1)",
        "lax.dynamic_index_in_dim": "jax.lax.dynamic_index_in_dim(x, 2, 0, keepdims=False)",
        "lax.dynamic_update_slice_in_dim": "jax.lax.dynamic_update_slice_in_dim(x, jnp.ones((3, 1)), 1, axis=1)",
        "lax.collapse": "jax.lax.collapse(image, 1, 3)",
        "lax.batch_matmul": "jax.lax.batch_matmul(x[None], x[None])",
        "lax.select_n": "jax.lax.select_n(x > 0, x, -x)",
        "lax.cumsum": "jax.lax.cumsum(x, axis=1)",
        "lax.cumsum from the end": "jax.lax.cumsum(x, axis=1, reverse=True)",
        "lax.neg": "jax.lax.neg(x)",
        "lax.lt": "jax.lax.lt(x, x * x)",
        "lax.erf_inv": "jax.lax.erf_inv(x / 10)",
        "unravel_index": "jnp.unravel_index(jnp.array([3, 5]), (2, 3))[1]",
        "concat": "jnp.concat([x, x], axis=1)",
        "ediff1d": "jnp.ediff1d(x)",
        "fill_diagonal": "jnp.fill_diagonal(x, 5.0, inplace=False)",
        "vecdot": "jnp.vecdot(x, x + 1.0)",
        "matvec": "jnp.matvec(x, x[0])",
        "vecmat": "jnp.vecmat(x[0], x)",
        "outer of linalg": "jnp.linalg.outer(x[0], x[1])",
        "trace of linalg": "jnp.linalg.trace(x)",
        "cross of linalg": "jnp.linalg.cross(x, x + 1.0)",
        "matrix_transpose": "jnp.linalg.matrix_transpose(x)",
        "least squares": "jnp.linalg.lstsq(x, x[0])[0]",
        "least squares, what is left": "jnp.linalg.lstsq(x[:, :2], x)[1][2:]",
        "blackman": "jnp.blackman(5)[1:4]",
        "bartlett": "jnp.bartlett(5)",
        "kaiser": "jnp.kaiser(5, 8.0)",
        "i0": "jnp.i0(x)",
        "around": "jnp.around(x * 1.23, 1)",
        "hard_silu": "jax.nn.hard_silu(x)",
        "to tensorflow: compress": "jnp.compress(jnp.array([True, False, True]), x, axis=1)",
        "to torch: gamma": "jax.scipy.special.gamma(jnp.array([0.5, 3.0]))",
        "a scan from the end": "jax.lax.scan(lambda total, row: (total + row, total), jnp.zeros(3), x, reverse=True)[1]",
        "what a scan from the end leaves": "jax.lax.scan(lambda total, row: (total * 0.5 + row, None), jnp.zeros(3), x, reverse=True)[0]",
        "a derivative in a direction": "jax.linearize(lambda v: v * v, x[0])[1](x[1])",
        "a product over several axes": "jax.lax.dot_general(image, image, (((1, 3), (1, 3)), ((0,), (0,))))",
        "a product of matrices": "jax.lax.dot_general(x, x + 1.0, (((0,), (1,)), ((), ())))",
        "a logarithm of a density": "jax.scipy.stats.norm.logpdf(x, 1.0, 2.0)",
        "a probability": "jax.scipy.stats.norm.cdf(x, 1.0, 2.0)",
        "a density": "jax.scipy.stats.norm.pdf(x[:2], 1.0, 2.0)",
        "a quantile of the normal": "jax.scipy.stats.norm.ppf(jnp.array([0.1, 0.5, 0.9]), 1.0, 2.0)",
        "what lies above": "jax.scipy.stats.norm.sf(x, 1.0, 2.0)",
        "a logarithm of beta": "jax.scipy.special.betaln(jnp.array([0.5, 2.0]), jnp.array([1.5, 3.0]))",
        "relative entropy": "jax.scipy.special.rel_entr(jnp.array([0.0, 0.5]), jnp.array([0.25, 0.75]))",
        "divergence": "jax.scipy.special.kl_div(jnp.array([0.0, 0.5]), jnp.array([0.25, 0.75]))",
        "initialisers": "jax.nn.initializers.constant(2.5)(jax.random.PRNGKey(0), (2, 3))",
        "a told derivative": "jax.grad(told)(3.0)",
        "the greatest of windows": "jax.lax.reduce_window(image, -jnp.inf, jax.lax.max, (1, 1, 2, 3), (1, 1, 2, 1), 'VALID')",
        "the greatest of windows over the rim": "jax.lax.reduce_window(image, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 1, 2, 1), 'SAME')",
        "sums of windows": "jax.lax.reduce_window(image, 0.0, jax.lax.add, (1, 1, 2, 2), (1, 1, 2, 2), ((0, 0), (0, 0), (1, 0), (0, 1)))",
        "the least of windows": "jax.lax.reduce_window(x, jnp.inf, jax.lax.min, (2, 2), (1, 1), 'VALID')",
        "limits": "jax.lax.clamp(0.0, x, 2.0)",
    },
}
SETUP = {
    "tensorflow": "import tensorflow as tf\n\nx = tf.constant([[1.5, -2.0, 3.0], [0.5, 4.0, -1.0], [2.0, 2.0, 6.0]])\nn = tf.constant([[1, -2], [3, 4], [5, 0]])\n"
                  "image = tf.reshape(tf.cast(tf.range(40), tf.float32), [1, 5, 4, 2]) % 7.0\n",
    "torch": "import torch\n\nx = torch.tensor([[1.5, -2.0, 3.0], [0.5, 4.0, -1.0], [2.0, 2.0, 6.0]])\nn = torch.tensor([[1, -2], [3, 4], [5, 0]])\n"
             "image = torch.arange(40.0).reshape(1, 2, 5, 4) % 7.0\n",
    "jax": "import jax\nimport jax.numpy as jnp\nimport numpy as np\n\nx = jnp.array([[1.5, -2.0, 3.0], [0.5, 4.0, -1.0], [2.0, 2.0, 6.0]])\n"
           "image = jnp.arange(40.0).reshape(1, 2, 5, 4) % 7.0\n\n\n@jax.custom_jvp\ndef told(v):\n    return jnp.sin(v)\n\n\n"
           "@told.defjvp\ndef told_along(primals, tangents):\n    return told(primals[0]), 7.0 * primals[0] * tangents[0]\n\n\n",
}
# Layers draw weights: these are run side by side, with the same ones.
LAYERS = {
    "torch": """import torch

x = torch.arange(24.0).reshape(1, 2, 3, 4) / 10
a = torch.nn.Conv2d(2, 4, 2, padding=1)(x)
b = torch.nn.GroupNorm(2, 4)(a)
c = torch.nn.ConvTranspose2d(4, 2, 2, stride=2)(b)
d = torch.nn.LayerNorm(10)(c)
e = torch.nn.Conv1d(3, 2, 2, groups=1)(x[0, :, :, :].reshape(2, 3, 4))


class Straight(torch.autograd.Function):
    @staticmethod
    def forward(ctx, values, scale):
        ctx.save_for_backward(values)
        ctx.scale = scale
        return torch.round(values) * scale

    @staticmethod
    def backward(ctx, gradient):
        (values,) = ctx.saved_tensors
        return gradient * ctx.scale * values, None


bent = torch.tensor([0.4, 1.6], requires_grad=True)
Straight.apply(bent, 3.0).sum().backward()
f = bent.grad
net = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU(), torch.nn.Linear(2, 1))
names = [name for name, _ in net.named_parameters()]
other = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU(), torch.nn.Linear(2, 1))
other.load_state_dict({name: torch.full_like(weight, 0.5) for name, weight in net.state_dict().items()})
g = other(torch.ones(1, 3))
kinds = len([part for part in net.modules() if isinstance(part, torch.nn.Linear)])
weight = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.Adam([weight], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = (weight ** 2).sum()
    loss.backward()
    optimizer.step()
""",
    "tensorflow": """import numpy as np
import tensorflow as tf

x = np.arange(12, dtype="float32").reshape(4, 3) / 10
y = np.ones((4, 1), dtype="float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.fit(x, y, epochs=3, batch_size=4, verbose=0)
f = model.predict(x, verbose=0)
image = tf.reshape(tf.range(96.0), (2, 4, 4, 3)) / 96
g = tf.keras.layers.SeparableConv2D(4, 3, padding="same")(image)
h = tf.keras.layers.DepthwiseConv2D(2, strides=2, depth_multiplier=2)(image)
rows = image[:, 0]
i = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(3))(rows)
j = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(3, return_sequences=True), merge_mode="sum")(rows)
k = tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(2))(rows)
m, scores = tf.keras.layers.MultiHeadAttention(3, 1)(rows, rows, return_attention_scores=True)
n = tf.keras.layers.MultiHeadAttention(2, 4)(rows, rows, use_causal_mask=True)
o = tf.keras.layers.Conv1D(4, 2, padding="causal")(rows)
p = tf.keras.layers.Conv2DTranspose(2, 3, strides=2, padding="same")(image)
q = tf.keras.layers.Conv2DTranspose(2, 2, strides=2)(image)


@tf.custom_gradient
def bent(v):
    return v * 2.0, lambda seed: seed * 5.0


at = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    tape.watch(at)
    r = tf.reduce_sum(bent(at) * at)
s = tape.gradient(r, at)
kept = tf.Variable([1.0, 2.0, 3.0])
kept[1].assign(7.0)
kept[0].assign_add(0.5)
t = kept * 1.0
""",
}
# Loops, branches, keys and images of JAX have their own in the others; PyTorch has no loops.
OWN = {
    "tensorflow": """import jax
import jax.numpy as jnp

final, rows = jax.lax.scan(lambda total, x: (total + x, total * x), 1.0, jnp.array([1.0, 2.0, 3.0]))
total = jax.lax.fori_loop(0, 4, lambda k, s: s + 2.0 * k, 0.5)
last = jax.lax.while_loop(lambda v: v < 50, lambda v: v * 3, 1)
picked = jax.lax.switch(5, [jnp.sin, jnp.cos], jnp.array(0.25))
""",
    "torch": """import jax
import jax.numpy as jnp

key = jax.random.PRNGKey(3)
key, other = jax.random.split(key)
a = jax.random.normal(key, (2, 3))
b = jax.random.normal(key, (2, 3))
c = jax.random.uniform(other, (4,), minval=-1.0, maxval=1.0)
d = jax.random.bernoulli(other, 0.4, (6,))
e = jax.image.resize(a, (4, 6), method="bilinear")
f = jax.image.resize(e, (2, 6), method="linear")
g = jnp.bincount(jnp.array([1, 1, 5]), length=4)
assert bool(jnp.all(a == b))
""",
}


def concerns(name, to):
    return not name.startswith("to ") or name.startswith(f"to {to}: ")


def program(framework, to):
    """Each call by itself: one that fails does not take the others with it."""
    text = SETUP[framework]
    for name, call in CALLS[framework].items():
        if not concerns(name, to):
            continue
        text += f"try:\n    got = {call}\n    numbers = {'np.asarray(got)' if framework == 'jax' else 'got.numpy()'}\n"
        text += f"    print('@', '{name}', '=', list(numbers.shape), numbers.tolist(), str(numbers.dtype)[:3])\n"
        text += f"except Exception as error:\n    print('@', '{name}', '=', 'raises', type(error), error)\n"
    return text


def printed(path, framework):
    text = assay_json("run", path, "--env", framework, "--timeout", "300s", timeout=1800).get("stdout", "")
    # Sums are rounded in another order.
    text = re.sub(r"-?\d+\.\d+(e[+-]\d+)?", lambda number: f"{float(number[0]):.5g}", text)
    return dict(line[2:].split(" = ", 1) for line in text.splitlines() if line.startswith("@ "))


with tempfile.TemporaryDirectory() as d:
    for start, calls in CALLS.items():
        for to in FRAMEWORKS:
            if to == start:
                continue
            open(f"{d}/{start}.py", "w").write(program(start, to))
            wanted = printed(f"{d}/{start}.py", start)
            made_all = set(wanted) == {name for name in calls if concerns(name, to)} and not any("raises" in w for w in wanted.values())
            check(f"all calls of {start} to {to} are made", made_all, wanted)
            made = assay_json("mirror", "rewrite", f"{d}/{start}.py", "--to", to, "--no-pairs", timeout=1800)
            check(f"{start} to {to}: carried", made.get("left") == [], made.get("left"))
            open(f"{d}/{start}-{to}.py", "w").write(made.get("program", ""))
            got = printed(f"{d}/{start}-{to}.py", to)
            for name, value in wanted.items():
                check(f"{start} to {to}: {name}", got.get(name) == value, f"\n{value}\n{got.get(name)}")
            if start not in LAYERS:
                continue
            open(f"{d}/layers.py", "w").write(LAYERS[start])
            told = (assay_json("mirror", "run", f"{d}/layers.py", "--to", to, "--store", f"{d}/m.db", timeout=1800).get("outputs") or [{}])[0]
            # What a framework does not have is emulated: alike, and never preserving.
            alike = told.get("preserving") is True or (told.get("emulated") is True and told.get("inputs", "") != "")
            check(f"{start} to {to}: layers", alike, (told.get("why"), told.get("left"), told.get("program")))
    for to, text in OWN.items():
        open(f"{d}/own.py", "w").write(text)
        told = (assay_json("mirror", "run", f"{d}/own.py", "--to", to, "--store", f"{d}/m.db", timeout=1800).get("outputs") or [{}])[0]
        check(f"jax to {to}: its own", told.get("preserving") is True and told.get("emulated") is False, (told.get("why"), told.get("program")))
finish()
