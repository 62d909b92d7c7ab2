// bug_dataset_<library>.csv: one row per bug, behind a header, behind whatever stands before it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bugs/database/database.h"

namespace assay::bugs {

// Rows that say nothing are left out. What is odd about the others (a date that cannot be, a type
// that is none of the paper's, a row of another width) is told in `oddities` under the name `file`.
std::vector<BugRow> ReadTable(std::string_view text, const std::string& file,
                              std::vector<Oddity>& oddities);

// The columns in the order of the file, with the member that each fills.
struct Column {
  std::string_view name;
  std::string BugRow::* member;
};
const std::vector<Column>& Columns();

// Tables as spreadsheets write them (RFC 4180): quoted fields may hold commas, quotes and line
// ends; lines end with or without a carriage return; a mark of UTF-8 at the beginning is skipped.
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
