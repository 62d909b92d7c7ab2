#include "knowledge/issues/mirror_pairs.h"

#include <re2/re2.h>
#include <toml++/toml.h>

#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/issues/classify.h"

namespace assay::knowledge {
namespace {

Status Check(const MirrorPair& pair, std::set<std::string>& seen) {
  static const RE2 kId(R"(([\w.-]+/[\w.-]+)#\d+)");
  std::string a, b;
  if (!RE2::FullMatch(pair.a, kId, &a))
    return Invalid(StrCat("a = \"", pair.a, "\": not owner/name#number"));
  if (!RE2::FullMatch(pair.b, kId, &b))
    return Invalid(StrCat("b = \"", pair.b, "\": not owner/name#number"));
  if (a == b) return Invalid(StrCat(pair.a, " and ", pair.b, " are of one repository"));
  bool known = false;
  for (const CategoryDef& category : AllCategories())
    known = known || (category.scheme == Scheme::kMirror && category.name == pair.category);
  if (!known)
    return Invalid(StrCat(pair.a, ": category \"", pair.category, "\" is none of the four"));
  if (pair.why.empty()) return Invalid(StrCat(pair.a, ": no reason (why)"));
  if (pair.source != "paper" && pair.source != "own")
    return Invalid(StrCat(pair.a, ": source is \"paper\" or \"own\""));
  if (!seen.insert(pair.a + " " + pair.b).second)
    return Invalid(StrCat(pair.a, " and ", pair.b, " stand there twice"));
  return {};
}

}  // namespace

Result<std::vector<MirrorPair>> LoadMirrorPairs(const std::string& path) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  std::vector<MirrorPair> out;
  std::set<std::string> seen;
  const toml::array* entries = table["pair"].as_array();
  if (entries == nullptr || entries->empty()) return Invalid(path + ": there is no [[pair]]");
  for (const toml::node& node : *entries) {
    const toml::table* entry = node.as_table();
    if (entry == nullptr) return Invalid(path + ": a pair is a table");
    const auto get = [&](const char* key) { return (*entry)[key].value_or(std::string()); };
    MirrorPair pair{get("a"), get("b"), get("category"), get("why"), get("source")};
    const Status good = Check(pair, seen);
    if (!good.ok())
      return Invalid(StrCat(path, ":", entry->source().begin.line, ": ", good.error().message));
    out.push_back(std::move(pair));
  }
  return out;
}

}  // namespace assay::knowledge
