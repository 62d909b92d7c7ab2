// A new bug of a database: its folder and its row, out of templates (bugs/templates).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::bugs {

struct NewBug {
  std::string library, id;
  std::string oracle;  // exception, value or signal
  std::string title, api, type, version, fixed_version, python = "3.11", device = "CPU";
  std::string issue_link, pr_link, pr;
};

struct Written {
  std::string folder;
  std::vector<std::string> files;  // in the order they were written
  std::string table;               // the CSV file
};

// Makes <root>/<library>/issue_<id>; a folder that is there is never touched. An error names what
// is wrong with the wish, and then nothing is written.
Result<Written> WriteNewBug(const NewBug& bug, const std::string& root);

// exception, value, signal
const std::vector<std::string>& Oracles();

// A cell of a table, quoted where it must be.
std::string CsvCell(const std::string& text);

// The words by which a template's unfinished places are marked.
inline constexpr const char* kLeftover = "TODO";

}  // namespace assay::bugs
