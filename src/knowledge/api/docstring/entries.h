// Lists of parameters within a section.
#pragma once

#include <string>
#include <vector>

#include "knowledge/api/docstring/docstring.h"

namespace assay::knowledge {

// "name (type): description" with deeper lines that go on, as Google's style and PyTorch write it.
// Two names before one colon ("a, b: …") are two entries.
std::vector<Entry> ReadColonEntries(const std::vector<std::string>& body);

// The head of an entry, "name (type)" or "*args" or "`name`"; empty: it is none. Names of
// exceptions may hold points.
std::vector<Entry> ReadEntryHead(std::string_view head);

}  // namespace assay::knowledge
