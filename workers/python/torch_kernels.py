"""How Inductor's C++ is built: all kernels of a pack in one call of the host compiler, with headers that outlive the process.

Inductor writes a C++ file for every kernel. For the small kernels of test models nearly all of the time goes into starting
the compiler, reading headers and linking, so that packs of models (see oracle/pack.h) have theirs built as one file: the same
sources with the same flags, or in mode compile-quick without optimisation. A model that runs alone, as every finding does in the end, is built the usual way.
"""
import contextlib
import ctypes
import os

import torch
from torch._inductor import codecache, cpp_builder

try:
    from torch._inductor.async_compile import AsyncCompile
    from torch._inductor.codecache import CppCodeCache, CppPythonBindingsCodeCache
except ImportError:  # another version: every kernel by itself
    AsyncCompile = None

if "TORCHINDUCTOR_CACHE_DIR" in os.environ and hasattr(codecache, "_HEADER_DIR"):
    # Otherwise below the folder for temporary files, which every worker has for itself.
    codecache._HEADER_DIR = os.path.join(os.environ["TORCHINDUCTOR_CACHE_DIR"], "precompiled_headers")
    codecache._HEADER_LOCK_DIR = os.path.join(codecache._HEADER_DIR, "locks")

HEAD = "#include <torch/csrc/inductor/cpp_prefix.h>\n"
ERROR = """
static std::string assay_error;
extern "C" const char* assay_message() { return assay_error.c_str(); }
"""
CALL = """
extern "C" int assay_call_{i}(const int64_t* a) {{
    try {{
        kernel_{i}({arguments});
        return 0;
    }} catch (const std::exception& e) {{
        assay_error = e.what();
    }} catch (...) {{
        assay_error = "unhandled error";
    }}
    return 1;
}}
"""


def argument(i, kind):
    """Argument `i` of type `kind` from an array of integers; None for a type that does not fit in one."""
    if kind.endswith("*"):
        return f"reinterpret_cast<{kind}>(a[{i}])"
    return f"static_cast<{kind}>(a[{i}])" if kind in ("int64_t", "long") else None


class Kernel:
    """Stands for a kernel from when its source is known; runs it once everything is built."""

    def __init__(self, kinds, source):
        self.arguments = [argument(i, kind) for i, kind in enumerate(kinds)]
        self.source = source
        self.library = self.function = None

    def text(self, i):
        call = CALL.format(i=i, arguments=", ".join(self.arguments))
        return f"#define kernel kernel_{i}\n{self.source}\n#undef kernel\n{call}"

    def __call__(self, *values):
        numbers = (v.data_ptr() if isinstance(v, torch.Tensor) else int(v) for v in values)
        if self.function((ctypes.c_int64 * len(values))(*numbers)):
            raise RuntimeError(self.library.assay_message().decode(errors="replace"))


@contextlib.contextmanager
def unoptimised():
    """Flags of the host compiler without optimisation and debug lines; they are part of the names in Inductor's cache."""
    usual = cpp_builder._get_optimization_cflags

    def quick(*args, **settings):
        flags, *rest = usual(*args, **settings)
        return [{"O3": "O0"}.get(flag, flag) for flag in flags if flag != "g1"], *rest

    cpp_builder._get_optimization_cflags = quick
    try:
        yield
    finally:
        cpp_builder._get_optimization_cflags = usual


def build(kernels):
    class Library(CppCodeCache):
        """Built like Inductor's own kernels, with their precompiled header."""
        cache = {}
        cpp_compile_command_flags = CppPythonBindingsCodeCache.cpp_compile_command_flags
        _get_uncompiled_header = CppPythonBindingsCodeCache._get_uncompiled_header

    library = Library.load(HEAD + ERROR + "".join(kernel.text(i) for i, kernel in enumerate(kernels)))
    library.assay_message.restype = ctypes.c_char_p
    for i, kernel in enumerate(kernels):
        kernel.library, kernel.function = library, getattr(library, f"assay_call_{i}")


@contextlib.contextmanager
def one_build(quick=False):
    """While this is entered, kernels wait for each other and are built together; quick: without optimisation."""
    if AsyncCompile is None:
        yield
        return
    waiting = []
    alone, wait = AsyncCompile.cpp_pybinding, AsyncCompile.wait

    def collect(self, kinds, source):
        kernel = Kernel(kinds, source)
        if None in kernel.arguments:
            return alone(self, kinds, source)
        waiting.append(kernel)
        return kernel

    def build_and_wait(self, scope):
        if waiting:
            with unoptimised() if quick else contextlib.nullcontext():
                build(waiting)
            waiting.clear()
        wait(self, scope)

    AsyncCompile.cpp_pybinding, AsyncCompile.wait = collect, build_and_wait
    try:
        yield
    finally:
        AsyncCompile.cpp_pybinding, AsyncCompile.wait = alone, wait
