// Tables as spreadsheets write them (RFC 4180): quoted fields may hold commas, quotes and line
// ends; lines end with or without a carriage return; a mark of UTF-8 at the beginning is skipped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::bugs {

struct CsvRecord {
  std::vector<std::string> fields;
  int line = 0;  // where it begins, from 1
};

struct CsvText {
  std::vector<CsvRecord> records;  // empty lines left out
  int open_quote = 0;              // the line of a quote that is never closed; 0: none
};

CsvText ParseCsv(std::string_view text);

}  // namespace assay::bugs
