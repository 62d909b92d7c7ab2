// The static report: the dashboard's pages as files that work from a disk, with all data beside
// them, to attach to a CI run.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "web/sources.h"

namespace assay::web {

struct SiteOptions {
  std::string folder;
  int64_t findings = 1000;  // that get pages of their own, the most realistic first
  std::function<void(const std::string&)> tell;  // progress; may be empty
};

struct SiteSummary {
  int64_t files = 0, bytes = 0;
  int64_t findings = 0;    // in the list
  int64_t with_pages = 0;  // of those
};

// Writes into a folder that is new, empty or an earlier report; any other is refused.
Result<SiteSummary> WriteSite(Sources sources, const SiteOptions& options);

// The data of a static report: answers of pages as scripts, since browsers read nothing else from a
// disk.

// JSON that may stand in a script, and in a page: no "<", no line separators that JavaScript knows.
std::string ScriptText(const nlohmann::json& json);

class SiteWriter {
 public:
  SiteWriter(const Sources& sources, std::string folder)
      : sources_(sources), folder_(std::move(folder)) {}

  // What the page answers. Files to keep become {"text"} or {"name", "base64"}.
  Result<nlohmann::json> Ask(const std::string& path, const std::string& query = "") const;

  // For data.js, which is loaded with the page.
  Status AddNow(const std::string& path);
  void AddNow(const std::string& path, nlohmann::json answer);
  // A script of its own, which is loaded when `path` with `query` is asked for. `more`: what is
  // asked beside the query. False: the page does not have it, or cannot be made; it is left out.
  Result<bool> AddFile(const std::string& path, const std::string& query = "",
                       const std::string& more = "");
  Status AddScript(const std::string& key, const nlohmann::json& answer);
  // Writes data.js.
  Status Finish();

  Status Write(const std::string& path, std::string_view content);
  int64_t files() const { return files_; }
  int64_t bytes() const { return bytes_; }

 private:
  const Sources& sources_;
  const std::string folder_;
  nlohmann::json now_ = nlohmann::json::object(), later_ = nlohmann::json::object();
  int64_t files_ = 0, bytes_ = 0, scripts_ = 0;
};

}  // namespace assay::web
