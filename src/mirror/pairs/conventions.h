// Conventions: differences that are a matter of choice, each with its reason:
// data/mirror/conventions.toml. Nobody is accused of them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::mirror::pairs {

struct Convention {
  std::string name, why;
  std::vector<std::string> apis;         // patterns: one of the APIs that are compared
  std::vector<std::string> changes;      // patterns of Change::kind
  std::vector<std::string> differences;  // patterns of Ruled::difference
  bool noted = false;  // nobody is accused, yet the difference is told: it should be documented
};

struct Conventions {
  std::vector<Convention> all;
  // The first that fits; null: none.
  const Convention* Find(const std::vector<std::string>& apis, const std::string& change,
                         const std::string& difference) const;
};

// An error names the file, the line and what is missing.
Result<Conventions> ReadConventions(const std::string& text, const std::string& path);
Result<Conventions> LoadConventions();

}  // namespace assay::mirror::pairs
