// What the user's package indexes hold, asked for a package's page and nothing else: whether a bug
// can be installed is known before anything is downloaded.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::bugs {

struct IndexFile {
  std::string name;
  std::string requires_python;
};

class PackageIndex {
 public:
  virtual ~PackageIndex() = default;
  // All files of a package (its normalised name); none when no index has it. An error: an index
  // could not be asked, so nothing is known. Safe to call from many threads.
  virtual Result<std::vector<IndexFile>> Files(const std::string& package) = 0;
  // Asks for several packages at a time, so that Files() knows them.
  virtual void Prefetch(const std::vector<std::string>&) {}
};

// Where pip looks.
struct IndexPlaces {
  std::vector<std::string> indexes;  // addresses of simple indexes: https: or file:
  std::vector<std::string> folders;  // of wheels (find-links)
};

// By what `pip config list` prints, which holds files and variables alike. `usual`: the index where
// it names none.
IndexPlaces ReadPipConfig(std::string_view printed, const std::string& usual);

// The files that a page of a simple index links to.
std::vector<IndexFile> ReadIndexPage(std::string_view html);

// The indexes that pip of `python` is configured for. Answers are kept on disk for a day, and for
// as long as they are the only ones when `offline`.
class PipIndex : public PackageIndex {
 public:
  PipIndex(std::string python, std::string cache_folder, bool offline)
      : python_(std::move(python)), cache_(std::move(cache_folder)), offline_(offline) {}
  Result<std::vector<IndexFile>> Files(const std::string& package) override;
  void Prefetch(const std::vector<std::string>& packages) override;

 private:
  Result<IndexPlaces> Places();
  Result<std::vector<IndexFile>> Ask(const std::string& package);

  std::string python_, cache_;
  bool offline_;
  std::mutex mutex_;
  bool loaded_ = false;
  IndexPlaces places_;
  std::map<std::string, std::vector<IndexFile>> known_;
};

enum class Availability { kWheel, kSourceOnly, kNone };

// Whether `version` of a package can be installed for Python `python`; "" is any version.
Availability AvailabilityOf(const std::vector<IndexFile>& files, const std::string& package,
                            const std::string& version, const std::string& python);

// The version as the index writes it with the local label +cpu; "": there is no such wheel.
std::string CpuBuildOf(const std::vector<IndexFile>& files, const std::string& version,
                       const std::string& python);

}  // namespace assay::bugs
