#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay::judge::model {

// One record of CSV; quotation marks hold commas, line breaks and doubled marks. Moves `at` behind
// it, and `line` along.
std::vector<std::string> CsvRecord(const std::string& text, size_t& at, size_t& line);

}  // namespace assay::judge::model
