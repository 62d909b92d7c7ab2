// Cells: what was measured so far, one JSON file each in a folder, so that a study that was cut
// short goes on where it was. A folder belongs to one set of settings.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/result.h"

namespace assay::study {

// Measurements by name: "method-lemon", "operator-LA", …
using Results = std::map<std::string, nlohmann::json>;

class CellFolder {
 public:
  // Makes the folder. An error when it holds a study with other settings, and says which.
  static Result<CellFolder> Open(const std::string& folder, const nlohmann::json& settings);

  // Nothing when it is not there or was not written whole.
  std::optional<nlohmann::json> Find(const std::string& name) const;
  Status Keep(const std::string& name, const nlohmann::json& value) const;

 private:
  explicit CellFolder(std::string folder) : folder_(std::move(folder)) {}
  std::string PathOf(const std::string& name) const;
  std::string folder_;
};

}  // namespace assay::study
