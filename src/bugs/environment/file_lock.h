// A lock between processes, by a file: released when the object or its process ends.
#pragma once

#include <string>

namespace assay::bugs {

class FileLock {
 public:
  enum class Kind { kShared, kExclusive };
  // Waits. `held()` is false when the file cannot be made or locked.
  FileLock(const std::string& file, Kind kind) : FileLock(file, kind, true) {}
  // Does not wait.
  static FileLock Try(const std::string& file, Kind kind) { return {file, kind, false}; }
  FileLock(FileLock&& other) noexcept;
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  bool held() const { return descriptor_ >= 0; }

 private:
  FileLock(const std::string& file, Kind kind, bool wait);
  int descriptor_ = -1;
};

}  // namespace assay::bugs
