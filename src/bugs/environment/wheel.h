// Names of files on a package index, and whether a wheel fits a Python on this machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::bugs {

struct WheelName {
  std::string name;     // normalised
  std::string version;  // with its local label
  std::vector<std::string> pythons, abis, platforms;
};

// Empty `name` when it is no wheel: name-version(-build)-python-abi-platform.whl.
WheelName ParseWheelName(std::string_view file);

// The version of a source archive name-version.tar.gz of package `name`; "": it is none.
std::string SourceVersion(std::string_view file, const std::string& name);

// For CPython `python` ("3.11") on this processor and C library.
bool WheelFits(const WheelName& wheel, const std::string& python);

// A `requires-python` such as ">=3.9,<4,!=3.9.1"; what is not understood holds.
bool PythonAllowed(std::string_view requires_python, const std::string& python);

}  // namespace assay::bugs
