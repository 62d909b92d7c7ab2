// Names of files on a package index, and whether a wheel fits a Python on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

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

// Wheels that no index has any more, nightly builds above all, kept by the user with their hashes.
// They are looked at before any index.
struct ArchivedWheel {
  std::string file;    // its name
  std::string sha256;  // when it was added
  uint64_t bytes = 0;
};

class WheelArchive {
 public:
  // "": the user's own, below DataFolder().
  explicit WheelArchive(std::string folder = "");
  const std::string& folder() const { return folder_; }

  std::vector<ArchivedWheel> List() const;
  // Nullptr-like: empty `file` when it is not there.
  ArchivedWheel Find(const std::string& file) const;

  // Copies the wheel. `sha256` "": whatever it is. An error: no wheel, another hash than stated, or
  // another wheel of that name is there already.
  Result<ArchivedWheel> Add(const std::string& path, const std::string& sha256);
  Status Remove(const std::string& file);
  // An error: the file was changed since it was added, or is gone.
  Status Check(const ArchivedWheel& wheel) const;

 private:
  Status Keep(const std::vector<ArchivedWheel>& wheels) const;
  std::string folder_;
};

Result<std::string> Sha256OfFile(const std::string& path);

}  // namespace assay::bugs
