// The documentation as a site: the same files for `assay help --site` and for /help/ of the
// dashboard. They load nothing from elsewhere and work from a disk.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::web {

inline constexpr std::string_view kHelpPath = "/help/";

struct HelpFile {
  std::string bytes, type;
};
using HelpFileMap = std::map<std::string, HelpFile, std::less<>>;  // "guide/find-bugs.html": …

struct HelpOptions {
  std::string version;
  bool dashboard = false;  // whether the dashboard is one level above
};

// All files, made of the documentation below `home`.
Result<HelpFileMap> HelpFiles(const std::string& home, const HelpOptions& options);

// Writes into a folder that is new, empty or an earlier site; any other is refused.
Status WriteHelp(const HelpFileMap& files, const std::string& folder);

// The site of a server: made when it is first asked for. Safe to call from many threads.
class HelpPages {
 public:
  HelpPages(std::string home, std::string version)
      : home_(std::move(home)), version_(std::move(version)) {}

  // `path`: behind kHelpPath, "" for the first page. An Unsupported error when there is none.
  Result<HelpFile> Read(std::string_view path) const;

 private:
  const std::string home_, version_;
  mutable std::once_flag made_;
  mutable std::unique_ptr<Result<HelpFileMap>> files_;
};

}  // namespace assay::web
