"""What the ways through files share: a place for the files, and failures of a conversion told apart from wrong results.

A way (a mode `path=...`) turns a model into another form, writes that to a file, reads it again and runs what was read. A
converter that says itself that it lacks something is a gap; one that breaks on a legal model ends with the kind
"conversion", so that this is never taken for a wrong result of what it makes.
"""
import contextlib
import importlib
import os
import shutil
import tempfile

from assay_worker import Rejected, Unsupported


def needed(name):
    """The module `name`; a gap where it is missing or cannot be loaded, which says nothing of the framework."""
    try:
        return importlib.import_module(name)
    except Unsupported:
        raise
    except Exception as error:
        raise Unsupported(f"{name} cannot be imported here: {error}") from error


@contextlib.contextmanager
def scratch():
    """A folder for the files of one model, removed afterwards. The worker's private folder holds it."""
    folder = tempfile.mkdtemp(prefix="deploy-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def place(folder, name):
    return os.path.join(folder, name)


def converted(what, gaps, function, *arguments, **options):
    """function(...), its failures as gaps where the regular expression `gaps` matches and as kind "conversion" otherwise."""
    try:
        return function(*arguments, **options)
    except (Unsupported, Rejected, MemoryError):
        raise
    except Exception as error:
        text = "\n".join(messages(error))
        found = gaps.search(text)
        if found or isinstance(error, NotImplementedError):
            raise Unsupported(f"{what}: {line_of(text, found)}") from error
        raise Rejected("conversion", f"{what} fails: {innermost(error)}") from error


def messages(error):
    """The texts of an error and of its causes."""
    out = []
    while error is not None and len(out) < 10:
        out.append(f"{type(error).__name__}: {error}")
        error = error.__cause__ or error.__context__
    return out


def innermost(error):
    """The first line of the first cause, which says more than the wrappers around it."""
    last = messages(error)[-1].strip().splitlines()
    return last[0][:300]


def line_of(text, found):
    start = text.rfind("\n", 0, found.start()) + 1 if found else 0
    return text[start:].strip().splitlines()[0][:300]
