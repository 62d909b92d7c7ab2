// Reading the tables of data/optbug.
#pragma once

#include <toml++/toml.h>

#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::optbug {

// Whole file data/optbug/<framework>/<name>.
Result<std::string> ReadData(const std::string& framework, const std::string& name);
Result<toml::table> ReadTable(const std::string& framework, const std::string& name);

// The value of a key, or the default; texts without the line breaks around them.
std::string Text(const toml::table& entry, std::string_view key, std::string_view otherwise = "");
std::vector<std::string> Words(const toml::table& entry, std::string_view key);
std::set<std::string> WordSet(const toml::table& entry, std::string_view key);

// The tables of an array; none: an empty list.
std::vector<const toml::table*> Entries(const toml::table& table, std::string_view key);

}  // namespace assay::optbug
