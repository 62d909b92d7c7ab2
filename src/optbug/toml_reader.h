// Reading the tables of data/optbug.
#pragma once

#include <set>
#include <string>

#include "base/toml.h"

namespace assay::optbug {

// Whole file data/optbug/<framework>/<name>.
Result<std::string> ReadData(const std::string& framework, const std::string& name);
Result<Toml> ReadTable(const std::string& framework, const std::string& name);

// The text of a key without the line breaks around it, or the default.
std::string Text(const Toml& entry, std::string_view key, std::string_view otherwise = "");
std::set<std::string> WordSet(const Toml& entry, std::string_view key);

}  // namespace assay::optbug
