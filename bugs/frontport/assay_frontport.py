"""Brings fixed bugs back into an installed library, when it is imported.

A patch is a folder with a file patch.py: LIBRARY names the package to wait for, apply() puts the old behaviour back. Patches lie beside
this file in assay_frontport_patches/, or in the folders that ASSAY_FRONTPORT_FOLDERS names (separated by :). ASSAY_FRONTPORT=off leaves
the library as it is; ASSAY_FRONTPORT=17199,19150 brings back those alone.
"""
import functools
import importlib
import importlib.abc
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def replace(new, *names):
    """Puts `new` in the place of the function that is known under all of `names`, and makes it look like that one."""
    old = lookup(names[0])
    functools.update_wrapper(new, old)
    for name in names:
        module, _, attribute = name.rpartition(".")
        setattr(importlib.import_module(module), attribute, new)


def lookup(name):
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def folders():
    named = [f for f in os.environ.get("ASSAY_FRONTPORT_FOLDERS", "").split(":") if f]
    below = os.path.join(HERE, "assay_frontport_patches")
    if os.path.isdir(below):
        named += [os.path.join(below, name) for name in sorted(os.listdir(below))]
    wanted = os.environ.get("ASSAY_FRONTPORT", "")
    if wanted == "off":
        return []
    ids = [i for i in wanted.split(",") if i]
    return [f for f in named if not ids or os.path.basename(f).removeprefix("issue_") in ids]


def load(folder):
    name = "assay_frontport_" + os.path.basename(folder).replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, os.path.join(folder, "patch.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Waiting(importlib.abc.MetaPathFinder):
    """Applies the patches of a library right after its own import."""

    def __init__(self, patches):
        self.patches = patches

    def find_spec(self, name, path, target=None):
        if name not in self.patches:
            return None
        patches = self.patches.pop(name)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def run_and_patch(module):
            run(module)
            for patch in patches:
                patch.apply()

        spec.loader.exec_module = run_and_patch
        return spec


def install():
    waiting = {}
    for folder in folders():
        patch = load(folder)
        if patch.LIBRARY in sys.modules:
            patch.apply()
        else:
            waiting.setdefault(patch.LIBRARY, []).append(patch)
    if waiting:
        sys.meta_path.insert(0, Waiting(waiting))


# Under this name it is loaded by the environment's .pth file; whoever imports it otherwise calls install() when it suits.
if os.path.isdir(os.path.join(HERE, "assay_frontport_patches")):
    install()
