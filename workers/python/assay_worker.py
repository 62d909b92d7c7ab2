"""Framing and main loop of a worker in Python. docs/reference/protocol.md describes every byte.

A worker is one class and one call:

    class MyWorker(Worker):
        framework = "mine"
        def start(self):                       # import the framework here: its time is not the case's
            return Identity(version="1.0", device="cpu")
        def load(self, model, mode):           # model: bytes of an ONNX file; returns anything
        def compile(self, loaded, inputs):     # optional; returns what run() gets instead of `loaded`
        def run(self, compiled, inputs, wanted):   # {name: value} -> {name: value}
        tasks = ("train",)                     # optional: what it can do besides running models, each a method:
        def task_train(self, loaded, inputs, wanted, settings):   # settings: decoded JSON; answers as run() does

    if __name__ == "__main__":
        serve(MyWorker())

Values are numpy arrays, lists (sequences), Optional(value or None) or dict (maps). What the worker or its framework cannot do
raises Unsupported; any other exception is reported as a failure of the stage in which it happened.
"""
import dataclasses
import faulthandler
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import time
import traceback

import numpy as np

import assay_copy

MAGIC = 0x31595341  # "ASY1"
HEADER = struct.Struct("<IHHQQ")  # magic, kind, flags, id, bytes of the body
HELLO, REQUEST, REPLY = 1, 2, 3
ALIGN = 16
MEASURE_MEMORY = 1  # flag of a request
DEVICE_LOST = "device-lost"  # kind of a failure after which assay ends this process
STACK_FILE = "assay-stack.txt"  # in the folder that the worker is started in; src/lab/stack.cc reads it
_HOME = os.path.dirname(os.path.abspath(__file__))

# ONNX element type number -> numpy type name; the ones with a dot come from ml_dtypes.
DTYPES = {
    1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64", 8: "object", 9: "bool",
    10: "float16", 11: "float64", 12: "uint32", 13: "uint64", 14: "complex64", 15: "complex128", 16: ".bfloat16",
    17: ".float8_e4m3fn", 18: ".float8_e4m3fnuz", 19: ".float8_e5m2", 20: ".float8_e5m2fnuz", 21: ".uint4", 22: ".int4",
    23: ".float4_e2m1fn", 24: ".float8_e8m0fnu", 25: ".uint2", 26: ".int2", 27: ".float6_e2m3fn", 28: ".float6_e3m2fn",
}
STRING = 8
NARROW_INTS = {22, 26}  # int4, int2: sign-extended on the wire, which numpy's types are not in memory


class Unsupported(Exception):
    """The worker or its framework has no way to run this: a gap, not a defect."""


class Rejected(Exception):
    """Stops a stage with a chosen kind, such as "out-of-memory"; other exceptions get their class name as the kind."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


@dataclasses.dataclass
class Optional:
    """A value of an ONNX optional type; None: empty."""
    value: object = None


@dataclasses.dataclass
class Identity:
    version: str
    device: str = "cpu"
    problem: str = ""  # why this worker can run nothing here, such as "no CUDA device"


class Worker:
    framework = "?"
    tasks = ()  # what it can do besides running models: names of methods task_NAME

    def start(self):
        raise NotImplementedError

    def load(self, model, mode):
        raise NotImplementedError

    def compile(self, loaded, inputs):
        return loaded

    def run(self, compiled, inputs, wanted):
        raise NotImplementedError

    def device_memory(self):
        """Bytes of the accelerator in use now, and their peak since the last call; None where there is none."""
        return None

    def device_is_lost(self):
        """Whether the accelerator answers nothing any more in this process; asked after a failure."""
        return False


def numpy_dtype(number):
    name = DTYPES.get(number)
    if name is None:
        raise Unsupported(f"element type {number}")
    if not name.startswith("."):
        return np.dtype(name)
    try:
        import ml_dtypes  # only workers that meet such types need it
    except ImportError as error:
        raise Unsupported(f"element type {name[1:]} (ml_dtypes is not in this environment)") from error
    scalar = getattr(ml_dtypes, name[1:], None)
    if scalar is None:
        raise Unsupported(f"element type {name[1:]} (not in this ml_dtypes)")
    return np.dtype(scalar)


def onnx_dtype(dtype):
    """The ONNX number of a numpy type."""
    number = _NUMBERS.get(dtype.name)
    if number is not None:
        return number
    if dtype.kind in "OUS":
        return STRING
    raise Unsupported(f"element type {dtype}")


_NUMBERS = {name.lstrip("."): number for number, name in DTYPES.items()}


class Reader:
    def __init__(self, body):
        self.body = body
        self.at = 0

    def number(self, form):
        (value,) = struct.unpack_from(form, self.body, self.at)
        self.at += struct.calcsize(form)
        return value

    def bytes(self, length_form="<I"):
        length = self.number(length_form)
        start = self.at
        self.at += length
        return memoryview(self.body)[start:self.at]

    def text(self):
        return str(self.bytes(), "utf-8", "replace")

    def blob(self):
        return self.bytes("<Q")

    def tensor(self):
        dtype = self.number("<B")
        shape = struct.unpack_from(f"<{self.number('<B')}q", self.body, self.at)
        self.at += 8 * len(shape)
        count = 1
        for size in shape:
            count *= size
        if dtype == STRING:
            items = np.empty(count, dtype=object)
            for i in range(count):
                items[i] = self.text()
            return items.reshape(shape)
        self.at += -self.at % ALIGN
        narrow = dtype in NARROW_INTS
        dtype = numpy_dtype(dtype)
        array = np.frombuffer(self.body, np.int8 if narrow else dtype, count, self.at)
        self.at += count * dtype.itemsize
        return array.astype(dtype).reshape(shape) if narrow else array.reshape(shape)

    def value(self):
        kind = self.number("<B")
        if kind == 0:
            return self.tensor()
        if kind == 1:
            return [self.value() for _ in range(self.number("<I"))]
        if kind == 2:
            return Optional(self.value() if self.number("<B") else None)
        keys = self.tensor()
        return dict(zip(keys.tolist(), [self.value() for _ in range(self.number("<I"))]))


class Writer:
    """Collects parts, so that large tensors are handed to the kernel without a copy."""

    def __init__(self):
        self.parts = []
        self.size = 0

    def add(self, part):
        self.parts.append(part)
        self.size += len(part)

    def number(self, form, value):
        self.add(struct.pack(form, value))

    def text(self, text):
        data = text if isinstance(text, bytes) else str(text).encode("utf-8", "replace")
        self.number("<I", len(data))
        self.add(data)

    def tensor(self, array):
        array = np.asarray(array)
        dtype = onnx_dtype(array.dtype)
        self.add(struct.pack(f"<BB{array.ndim}q", dtype, array.ndim, *array.shape))
        if dtype == STRING:
            for item in array.reshape(-1):
                self.text(item)
            return
        self.add(bytes(-self.size % ALIGN))
        if dtype in NARROW_INTS:
            array = array.astype(np.int8)
        if array.size:
            self.add(memoryview(np.ascontiguousarray(array).reshape(-1).view(np.uint8)))

    def value(self, value):
        if isinstance(value, (list, tuple)):
            self.number("<B", 1)
            self.number("<I", len(value))
            for item in value:
                self.value(item)
        elif isinstance(value, Optional):
            self.add(struct.pack("<BB", 2, value.value is not None))
            if value.value is not None:
                self.value(value.value)
        elif isinstance(value, dict):
            self.number("<B", 3)
            keys = list(value)
            self.tensor(np.array(keys, dtype=object if keys and isinstance(keys[0], str) else np.int64))
            self.number("<I", len(keys))
            for key in keys:
                self.value(value[key])
        else:
            self.number("<B", 0)
            self.tensor(value)


class Connection:
    def __init__(self, descriptor):
        self.socket = socket.socket(fileno=descriptor)
        self.ends = []  # descriptors that came along with the last frame

    def receive(self):
        """The next frame as (kind, flags, id, body), or None when assay has closed the connection."""
        header = bytearray(HEADER.size)
        got, self.ends = assay_copy.receive_with_ends(self.socket, header)
        rest = self._exactly(HEADER.size - got) if got else None
        if rest is None:
            return None
        header[got:] = rest
        magic, kind, flags, number, size = HEADER.unpack(header)
        if magic != MAGIC:
            raise SystemExit("assay worker: this is not the protocol of docs/reference/protocol.md")
        return kind, flags, number, self._exactly(size)

    def _exactly(self, size):
        data = bytearray(size)
        view = memoryview(data)
        while view:
            got = self.socket.recv_into(view)
            if got == 0:
                return None
            view = view[got:]
        return data

    def send(self, kind, number, writer):
        parts = [HEADER.pack(MAGIC, kind, 0, number, writer.size)] + writer.parts
        small = []
        for part in parts:  # one system call for the many small parts between large ones
            if len(part) < 4096:
                small.append(part)
                continue
            self.socket.sendall(b"".join(small))
            self.socket.sendall(part)
            small = []
        if small:
            self.socket.sendall(b"".join(small))


@dataclasses.dataclass
class Request:
    key: int
    mode: str
    stage: str  # stop after "load", "compile" or "run"
    model: object  # bytes; empty: the model of the last request with this key
    inputs: dict
    wanted: list
    wall_s: float  # limits that assay enforces; 0: none
    memory_bytes: int
    task: str = ""  # not empty: what to do instead of running the model
    settings: str = ""  # of the task, JSON


def read_request(body):
    reader = Reader(body)
    key = reader.number("<Q")
    mode, stage = reader.text(), reader.text()
    model = reader.blob()
    inputs = {}
    for _ in range(reader.number("<I")):
        name = reader.text()
        inputs[name] = reader.value()
    wanted = [reader.text() for _ in range(reader.number("<I"))]
    request = Request(key, mode, stage, model, inputs, wanted, reader.number("<d"), reader.number("<Q"))
    if reader.at < len(body):
        request.task, request.settings = reader.text(), reader.text()
    return request


def _memory_peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _reset_memory_peak():
    """Starts a new measurement of the peak; where the kernel does not allow it the peak of the process remains."""
    try:
        with open("/proc/self/clear_refs", "w") as f:
            f.write("5")
    except OSError:
        pass


def _measured_peak():
    try:
        with open("/proc/self/status") as f:
            for line in f:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return _memory_peak()


def _stage_page():
    """One shared byte that tells assay in which stage a case is, should the process die in it."""
    try:
        return mmap.mmap(int(os.environ["ASSAY_STAGE_FD"]), 1)
    except (KeyError, ValueError, OSError):
        return bytearray(1)


class _Session:
    """Serves requests; keeps what was compiled last, so that a repeated model is not compiled again."""

    def __init__(self, worker):
        self.worker = worker
        self.kept = None  # (key, mode), compiled
        self.page = _stage_page()

    def serve(self, request, times):
        stage = "load"
        self.page[0] = 1
        try:
            if self.kept is not None and self.kept[0] == (request.key, request.mode) and not len(request.model):
                compiled = self.kept[1]
            else:
                self.kept = None
                start = time.perf_counter()
                loaded = self.worker.load(bytes(request.model), request.mode)
                times["load"] = time.perf_counter() - start
                if request.stage == "load":
                    return {}
                if request.task:
                    stage = "run"
                    self.page[0] = 3
                    return self.perform(request, loaded, times)
                stage = "compile"
                self.page[0] = 2
                start = time.perf_counter()
                compiled = self.worker.compile(loaded, request.inputs)
                times["compile"] = time.perf_counter() - start
                self.kept = ((request.key, request.mode), compiled)
            if request.stage == "compile":
                return {}
            stage = "run"
            self.page[0] = 3
            start = time.perf_counter()
            outputs = self.worker.run(compiled, request.inputs, request.wanted)
            times["run"] = time.perf_counter() - start
            return outputs
        except BaseException as error:
            error.assay_stage = stage
            raise

    def perform(self, request, loaded, times):
        if request.task not in self.worker.tasks:
            raise Unsupported(f"task {request.task}")
        start = time.perf_counter()
        method = getattr(self.worker, "task_" + request.task)
        outputs = method(loaded, request.inputs, request.wanted, json.loads(request.settings))
        times["run"] = time.perf_counter() - start
        return outputs


def _describe(error):
    """One line for people and for grouping, then the innermost frames for whoever looks closer."""
    text = str(error).strip() or type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    where = "; ".join(f"{os.path.basename(f.filename)}:{f.lineno} {f.name}" for f in frames)
    return text[:4000], where


# Raised by a line of the worker itself, these say that the worker is at a loss, not that the framework has a defect.
_OWN_MISTAKES = (LookupError, AttributeError, NameError, AssertionError, TypeError)


def _is_own_mistake(error):
    frames = traceback.extract_tb(error.__traceback__)
    own = bool(frames) and os.path.dirname(os.path.abspath(frames[-1].filename)).startswith(_HOME)
    # Frameworks raise IndexError from C++, where no frame shows it: only Python's own words count.
    if isinstance(error, IndexError) and not str(error).startswith(("list ", "tuple ", "string ", "pop ")):
        return False
    return own and isinstance(error, _OWN_MISTAKES)


def _reply(session, request, identity, flags):
    times = {"load": 0.0, "compile": 0.0, "run": 0.0}
    status, stage, kind, message, where, outputs = "ok", "", "", "", "", {}
    measure, device = flags & MEASURE_MEMORY, None
    try:
        if measure:
            _reset_memory_peak()
            session.worker.device_memory()
        outputs = session.serve(request, times)
        device = session.worker.device_memory() if measure else None
    except Unsupported as error:
        status, stage, kind = "unsupported", error.assay_stage, "unsupported"
        message, where = _describe(error)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:  # some frameworks raise outside Exception (pyo3's PanicException)
        own = _is_own_mistake(error)
        status, stage, outputs = "unsupported" if own else "failed", getattr(error, "assay_stage", "run"), {}
        kind = getattr(error, "kind", None) or type(error).__name__
        if isinstance(error, MemoryError):
            kind = "out-of-memory"
        message, where = _describe(error)
        if own:
            message = f"the worker cannot express it ({type(error).__name__}: {message}; {where})"
    if status != "ok" and session.worker.device_is_lost():
        kind = DEVICE_LOST
    writer = Writer()
    for text in (status, stage, kind, message, where):
        writer.text(text)
    for name in ("load", "compile", "run"):
        writer.number("<d", times[name] * 1e3)
    writer.number("<Q", _measured_peak() if measure else 0)
    writer.text(identity.version)
    writer.text(identity.device)
    writer.number("<I", len(outputs))
    for name, value in outputs.items():
        writer.text(name)
        writer.value(value)
    for bytes_ in device or ():
        writer.number("<Q", bytes_)
    return writer


def _tell_where_on_request():
    """SIGUSR1 writes where the threads are into a file, also while one is stuck in native code; assay asks for it when there is no answer."""
    if os.environ.get("TMPDIR") != os.getcwd():
        return  # not in the private folder that assay gives each worker
    faulthandler.register(signal.SIGUSR1, file=open(STACK_FILE, "w"), all_threads=True)  # stays open as long as the process lives


def _greet(connection, worker, identity, more_tasks=()):
    hello = Writer()
    for text in (worker.framework, identity.version, identity.device, identity.problem):
        hello.text(text)
    tasks = [*worker.tasks, *more_tasks]
    hello.number("<I", len(tasks))
    for task in tasks:
        hello.text(task)
    connection.send(HELLO, 0, hello)


def _copy(connection, number, body):
    """Answers a request for a copy. True in the copy."""
    made = assay_copy.make_copy(connection.socket.fileno(), Reader(body).text(), connection.ends)
    if made == 0:
        _tell_where_on_request()  # in its own folder
        return True
    writer = Writer()
    writer.number("<q", made)
    connection.send(assay_copy.COPIED, number, writer)
    return False


def serve(worker):
    """Runs `worker` until assay closes the connection."""
    connection = Connection(int(os.environ.get("ASSAY_WORKER_FD", "3")))
    try:
        identity = worker.start()
    except BaseException as error:
        identity = Identity(version="?", problem=f"{type(error).__name__}: {_describe(error)[0]}")
    _tell_where_on_request()  # after the import: frameworks may set signals of their own
    _greet(connection, worker, identity, (assay_copy.TASK,) if assay_copy.can_copy(identity.device) else ())
    session = None  # copies have a stage page of their own: it is opened with the first request
    while (frame := connection.receive()) is not None:
        kind, flags, number, body = frame
        if kind == assay_copy.COPY and body is not None and session is None:
            if _copy(connection, number, body):
                _greet(connection, worker, identity)
            continue
        if kind != REQUEST or body is None:
            break
        session = session or _Session(worker)
        try:
            writer = _reply(session, read_request(body), identity, flags)
        except Unsupported as error:  # an element type that numpy cannot hold, in or out
            writer = Writer()
            for text in ("unsupported", "run", "unsupported", str(error), ""):
                writer.text(text)
            writer.add(struct.pack("<dddQ", 0, 0, 0, 0))
            writer.text(identity.version)
            writer.text(identity.device)
            writer.number("<I", 0)
        connection.send(REPLY, number, writer)
    # Frameworks may abort while they take themselves down; nobody cares any more.
    sys.stdout.flush()
    os._exit(0)
