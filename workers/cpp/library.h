// Where a worker finds the library that it opens at run time, and what it does without one: some
// wheels hold their framework inside a Python module only, and a worker in Python takes over.
//
//   ASSAY_LIBRARY    the library, or the folder that holds it
//   ASSAY_FALLBACK   the Python worker
//   ASSAY_PYTHON     the interpreter that runs it
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace assay::worker {

inline std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The library whose name begins like this, the shortest of them: the plain one beside versioned
// links and helpers; "" when there is none.
inline std::string FindLibrary(std::string_view begin) {
  namespace fs = std::filesystem;
  const std::string path = Variable("ASSAY_LIBRARY");
  std::error_code error;
  if (fs::is_regular_file(path, error)) return path;
  std::string found;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(begin) && (found.empty() || it->path().string().size() < found.size()))
      found = it->path().string();
  }
  return found;
}

// Does not return when there is no library and a Python worker is named.
inline void RunFallback(std::string_view begin) {
  const std::string python = Variable("ASSAY_PYTHON"), script = Variable("ASSAY_FALLBACK");
  if (script.empty() || !FindLibrary(begin).empty()) return;
  execl(python.c_str(), python.c_str(), script.c_str(), nullptr);
  std::fprintf(stderr, "worker: cannot run %s: %s\n", python.c_str(), std::strerror(errno));
}

}  // namespace assay::worker
