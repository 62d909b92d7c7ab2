"""pip with changes that it has no options for.

  python3 scripts/patched-pip.py [--as MACHINE PYTHON] [--without-cuda] ARGUMENT...

--as: environment markers are evaluated for another machine and Python. pip's own --platform and --python-version choose among files
only, so that a dependency of the other machine would be lost.
--without-cuda: a build for CPUs (+cpu) comes before any other, even where only the hash of the other is known beforehand, as pip would
have it; and nothing depends on packages of CUDA. A framework that was built for it asks for several gigabytes of them;
scripts/stub-libraries makes it work without.
"""
import re
import sys
import warnings

from pip._vendor.packaging import markers

OF_CUDA = re.compile(r"(nvidia|cuda)-.*|triton|pytorch-triton", re.I)


def pretend(machine, python):
    host = markers.default_environment
    # No package here distinguishes the patch releases of a Python; the .9 is as good as any.
    there = {"platform_machine": machine, "python_version": python, "python_full_version": f"{python}.9"}
    markers.default_environment = lambda: {**host(), **there}


def prefer_cpu_builds():
    from pip._internal.index.package_finder import CandidateEvaluator
    usual = CandidateEvaluator._sort_key
    CandidateEvaluator._sort_key = lambda self, candidate: (candidate.version.local == "cpu", *usual(self, candidate))


def without_cuda(everything):
    return lambda self, extras=(): [one for one in everything(self, extras) if not OF_CUDA.fullmatch(one.name)]


def leave_out_cuda():
    # pip reads what a package depends on in one of two ways, by its own age and Python's.
    try:
        from pip._internal.metadata.importlib._dists import Distribution as ByImportlib
        ByImportlib.iter_dependencies = without_cuda(ByImportlib.iter_dependencies)
    except ImportError:
        pass
    try:
        with warnings.catch_warnings():  # of its age
            warnings.simplefilter("ignore")
            from pip._vendor.pkg_resources import Distribution as ByPkgResources
        ByPkgResources.requires = without_cuda(ByPkgResources.requires)
    except ImportError:
        pass


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--as"]:
        pretend(*arguments[1:3])
        del arguments[:3]
    if arguments[:1] == ["--without-cuda"]:
        prefer_cpu_builds()
        leave_out_cuda()
        del arguments[:1]
    from pip._internal.cli.main import main  # after the changes: it copies what it imports
    sys.exit(main(arguments))
