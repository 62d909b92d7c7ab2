// Which names statements read and change, and which of them a value depends on.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/written.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

// Names that a statement reads, those of `functions` of the program that it calls included.
std::set<std::string> NamesIn(const program::Node& node,
                              const std::map<std::string, program::Node>& functions);

// Statements before `place` through which `leaves` reach `needed`, from top to bottom; `used`: the
// leaves that do.
std::vector<size_t> Slice(const std::vector<BlockItem>& items, size_t place,
                          std::set<std::string> needed, const std::set<std::string>& leaves,
                          const std::map<std::string, program::Node>& functions,
                          std::set<std::string>* used);

// Four columns to the right.
std::string Indented(const std::string& text);

}  // namespace assay::mirror
