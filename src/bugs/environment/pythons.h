// The Python interpreters of this machine, whatever brought them: python3.x on PATH, and the
// versions that pyenv keeps.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::bugs {

struct Python {
  std::string program;  // absolute
  std::string version;  // "3.11"
};

// One each, the newest last; those on PATH come before others of the same version. They are not
// started: a version is read off the name.
std::vector<Python> FindPythons();
std::vector<Python> FindPythonsIn(const std::vector<std::string>& path_folders,
                                  const std::string& pyenv_versions);

// The interpreters to try for a bug that asks for `wanted` ("3.8.5", "3.8", "": any), best first:
// the same minor version, then the others from the nearest on. With "" the one that assay's own
// environments use comes first.
std::vector<Python> InOrderFor(const std::string& wanted, std::vector<Python> pythons);

// "3.8.5" -> "3.8"; "" of "3", which asks for none in particular.
std::string MinorVersion(const std::string& version);

// An error: it lacks what environments are made with (Debian splits venv off), or does not start.
Status CanMakeEnvironments(const Python& python);

}  // namespace assay::bugs
