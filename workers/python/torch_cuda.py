"""Ways to run on a CUDA device: switches of torch that trade digits or repeatability for speed, and graphs that are replayed.

The environment variable ASSAY_CUDA names the switch, one per process, as they are global.
"""
import torch

# The importer runs everything on the default stream; kernels of libraries want to be called before they can be captured.
WARM_UPS = 2


def tf32():
    """Factors of float32 products in matrix products and convolutions are cut to 11 digits."""
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True


def reduced():
    """Sums of 16-bit products may be kept in 16 bits in between."""
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = True
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = True
    if hasattr(torch.backends.cuda.matmul, "allow_fp16_accumulation"):
        torch.backends.cuda.matmul.allow_fp16_accumulation = True


def benchmark():
    """cuDNN chooses the fastest of its kernels, repeatable or not."""
    torch.use_deterministic_algorithms(False)
    torch.backends.cudnn.deterministic = False
    torch.backends.cudnn.benchmark = True


def attention(flash, efficient, math):
    torch.backends.cuda.enable_flash_sdp(flash)
    torch.backends.cuda.enable_mem_efficient_sdp(efficient)
    torch.backends.cuda.enable_math_sdp(math)
    torch.backends.cuda.enable_cudnn_sdp(False)


SWITCHES = {
    "tf32": tf32,
    "reduced": reduced,
    "benchmark": benchmark,
    "flash": lambda: attention(True, False, False),
    "efficient": lambda: attention(False, True, False),
    "math": lambda: attention(False, False, True),
}


def build_graph(graph, arguments, _):
    """The program captured as one CUDA graph; every run copies its inputs in and replays it."""
    places = [argument.clone() for argument in arguments]
    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for _ in range(WARM_UPS):
            graph(*places)
    torch.cuda.current_stream().wait_stream(aside)
    captured = torch.cuda.CUDAGraph()
    with torch.cuda.graph(captured):
        results = graph(*places)

    def replay(*values):
        for place, value in zip(places, values):
            place.copy_(value)
        captured.replay()
        return [result.clone() for result in results]
    return replay
