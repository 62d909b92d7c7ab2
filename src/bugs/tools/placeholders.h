// Words of a tool's command with places to be filled: {python}, {seconds}, {each-api} …
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::bugs {

// Values for placeholders: {"python", …} stands for {python}. A word with {each-api} or
// {each-operator} is repeated with every value of `each`; without a value it is left out.
struct Placeholders {
  std::map<std::string, std::string> values;
  std::map<std::string, std::vector<std::string>> each;
};

// Before anything is run: a mistake in a manifest must not look like a tool that fails. The error
// names `path` and what there is.
Status CheckPlaceholders(const std::vector<std::string>& words, const std::string& path);

// An error names a placeholder that has no value.
Result<std::vector<std::string>> Fill(const std::vector<std::string>& words,
                                      const Placeholders& placeholders);

}  // namespace assay::bugs
