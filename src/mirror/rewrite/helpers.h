// Helpers: small functions of data/mirror/helpers/ that say what one call cannot, in a folder for
// each framework and one for what all of them share. Only those that a program uses, and what they
// use themselves, come into it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::mirror {

class Helpers {
 public:
  static Result<Helpers> Load(const std::string& framework);

  bool Has(const std::string& name) const { return texts_.contains(name); }
  // The definitions of `names` and of all that they use, each behind what it is derived from.
  std::vector<std::string> Needed(const std::set<std::string>& names) const;
  const std::string& Text(const std::string& name) const { return texts_.at(name); }

 private:
  Status Read(const std::string& path);

  std::vector<std::string> order_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::set<std::string>> needs_;
};

// `text` with each whole word `from` as `to`.
std::string ReplaceWord(const std::string& text, const std::string& from, const std::string& to);
bool HasWord(const std::string& text, const std::string& word);

}  // namespace assay::mirror
