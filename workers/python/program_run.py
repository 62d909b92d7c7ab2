"""Runs one program in this process as if by `python program.py`, and tells over a pipe what it did.

The pipe carries lines of JSON: {"api": name} at the first call of each API, {"model_to": name} when one is given a model, {"model_fed": true}
when a model is given data, {"exception", "message", "line", "valid"} when it ends with one. A program may write there too, or leave by os._exit: the lines are claims about itself. How it ended is seen from outside.
"""
import atexit
import builtins
import gc
import importlib.machinery
import json
import linecache
import os
import random
import sys
import threading
import traceback
import types
from os import _exit  # a program may replace the name in `os`

from program_reach import Reach
from program_watch import Watch

MOST_TEXT = 4000  # characters of a message
CANNOT_FLUSH = 120  # the interpreter's own exit code for it
# Papers 001 and 003 of the project: code that fails so is no valid Python for its environment.
INVALID = (NameError, SyntaxError, ModuleNotFoundError)


class Report:
    def __init__(self, descriptor):
        self.descriptor = descriptor

    def tell(self, **line):
        try:
            os.write(self.descriptor, json.dumps(line).encode() + b"\n")
        except (OSError, TypeError, ValueError):
            pass  # the program closed it, or made a text that is none: its own loss


def fresh_randomness():
    """Children of one server would all see the same random numbers."""
    random.seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.default_generator.seed()


def exception_name(kind):
    try:
        return kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"
    except BaseException:  # noqa: BLE001 - a hostile metaclass
        return type.__getattribute__(kind, "__name__")


def safe_text(error):
    """A text of our own: a subclass of str would be asked again later."""
    try:
        return str.__getitem__(str(error), slice(MOST_TEXT))
    except BaseException:  # noqa: BLE001 - a hostile __str__
        return ""


def line_of(error, path):
    """The innermost line of the program's own file."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def own_part(trace, path):
    """The traceback without the frames of this file."""
    while trace is not None and trace.tb_frame.f_code.co_filename != path:
        trace = trace.tb_next
    return trace


def exit_code(error):
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)
    return 1


def main_module(path):
    """What the interpreter makes for `python program.py`."""
    main = types.ModuleType("__main__")
    main.__file__, main.__cached__, main.__annotations__, main.__builtins__ = path, None, {}, builtins
    main.__loader__ = importlib.machinery.SourceFileLoader("__main__", path)
    return main


def show(error, trace):
    """As the interpreter would: the program may have set a hook of its own."""
    try:
        error.__traceback__ = trace
        sys.excepthook(type(error), error, trace)
    except BaseException:  # noqa: BLE001 - a hook that fails, a stream that is closed
        try:
            print("Error in sys.excepthook", file=sys.stderr)
            traceback.print_exception(error)
        except BaseException:  # noqa: BLE001
            pass


def forget_globals(names):
    """As the interpreter does: values become None, names stay, for finalizers that look at them. Private ones go first."""
    for private in (True, False):
        for name in list(names):
            if name != "__builtins__" and (name.startswith("_") and not name.startswith("__")) is private:
                names[name] = None


def make_watch(text, path, target, report):
    """The watch and the code that helps it; (None, None) for a program that Python compiles but whose tree is too deep to be handled."""
    try:
        reach = Reach(lambda name: report.tell(model_to=name), lambda: report.tell(model_fed=True))
        watch = Watch(text, path, target, lambda name: report.tell(api=name), reach)
    except (RecursionError, MemoryError):
        return None, None
    try:
        return watch, watch.compile()
    except (RecursionError, MemoryError, ValueError):
        return watch, None  # calls that make no event stay unseen


def run(text, path, target, watched, descriptor):
    """Returns the exit code. `watched`: whether calls of APIs are told."""
    report = Report(descriptor)
    main = main_module(path)
    sys.modules["__main__"] = main
    sys.argv, sys.path[0] = [path], os.path.dirname(path)
    linecache.clearcache()
    fresh_randomness()
    watch = None
    try:
        code = compile(text, path, "exec", dont_inherit=True)
        watch, noting = make_watch(text, path, target, report) if watched else (None, None)
        if watch is not None:
            watch.start(main.__dict__)
        exec(noting or code, main.__dict__)
    except SystemExit as error:
        stop(watch)
        code = exit_code(error)
        if code:
            report.tell(exception="SystemExit", message=safe_text(error), line=line_of(error, path), valid=True)
        return code
    except BaseException as error:  # noqa: BLE001 - whatever a program throws is its result
        stop(watch)
        report.tell(exception=exception_name(type(error)), message=safe_text(error), line=line_of(error, path),
                    valid=not isinstance(error, INVALID))
        show(error, own_part(error.__traceback__, path))
        return 1
    stop(watch)
    return 0


def leave(code):
    """Ends the process as the interpreter would, but for the modules: taking a framework apart takes ten times as long as most
    programs. Objects of the program are destroyed, as they may crash in it."""
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
        main = sys.modules.get("__main__")
        if isinstance(main, types.ModuleType):
            forget_globals(vars(main))
        gc.collect()
    except BaseException:  # noqa: BLE001 - a hostile handler
        code = code or 1
    _exit(code if flush_streams() else code or CANNOT_FLUSH)


def flush_streams():
    """Whether all went well; streams that the program closed or took away are fine."""
    done = True
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except BaseException:  # noqa: BLE001 - an object that is no stream
            done = False
    return done


def stop(watch):
    if watch is not None:
        watch.stop()
