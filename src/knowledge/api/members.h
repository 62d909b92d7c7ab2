// The names that the modules of an installed framework have, where all of them are known; see
// workers/python/introspect_members.py for which those are.
//
// Kept in a small file of its own, so that `assay run` can look at it without reading a whole API
// base.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "base/folders.h"
#include "base/result.h"

namespace assay::knowledge {

class Members {
 public:
  static Result<Members> FromJson(const nlohmann::json& json);  // {"torch.nn": ["Linear", …], …}
  nlohmann::json ToJson() const;

  // In <folder>/docs/<framework>-<version>/members.json.
  Status Keep(const std::string& framework, const std::string& version,
              const std::string& folder = CacheFolder()) const;
  static Result<Members> Load(const std::string& framework, const std::string& version,
                              const std::string& folder = CacheFolder());

  struct Missing {
    std::string module, name;
    std::string nearest;  // what is there under a similar name; "" for nothing
  };
  // The first part of the full name `api` that does not exist for certain; null when it exists, or
  // when nobody can tell.
  std::optional<Missing> FindMissing(const std::string& api) const;

  size_t size() const { return modules_.size(); }

 private:
  std::map<std::string, std::set<std::string>> modules_;
};

}  // namespace assay::knowledge
