#include "trial/twin/twin_book.h"

#include <toml++/toml.h>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/text.h"
#include "lab/registry.h"

namespace assay::trial {
namespace {

bool Fits(const FalseTwin& pair, const std::string& a, const std::string& b) {
  return GlobMatch(pair.from, a) && GlobMatch(pair.to, b);
}

}  // namespace

std::string TwinBook::WhyNot(const std::string& a, const std::string& b) const {
  for (const FalseTwin& pair : false_twins)
    if (Fits(pair, a, b) || Fits(pair, b, a)) return pair.why;
  return "";
}

Result<TwinBook> LoadTwinBook() {
  const std::string path = lab::HomeFolder() + "/data/judge/twins.toml";
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  toml::table file;
  try {
    file = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  TwinBook out;
  const toml::array* entries = file["false_twin"].as_array();
  if (entries == nullptr) return out;
  for (const toml::node& node : *entries) {
    const toml::table* table = node.as_table();
    const auto text_of = [&](const char* key) {
      return table == nullptr ? std::string() : (*table)[key].value_or(std::string());
    };
    FalseTwin pair{text_of("from"), text_of("to"), text_of("why")};
    if (pair.from.empty() || pair.to.empty() || pair.why.empty())
      return Invalid(
          StrCat(path, ":", node.source().begin.line, ": a false twin needs from, to and why"));
    out.false_twins.push_back(std::move(pair));
  }
  return out;
}

}  // namespace assay::trial
