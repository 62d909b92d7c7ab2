#include "knowledge/issues/mirror_pairs.h"

#include <re2/re2.h>

#include <set>

#include "base/strings.h"
#include "base/toml.h"
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
  ASSAY_ASSIGN(const Toml table, Toml::Load(path));
  std::vector<MirrorPair> out;
  std::set<std::string> seen;
  if (table["pair"].items().empty()) return Invalid(path + ": there is no [[pair]]");
  for (const Toml& entry : table["pair"].items()) {
    if (!entry.IsTable()) return Invalid(path + ": a pair is a table");
    const auto get = [&](const char* key) { return entry[key].Text(); };
    MirrorPair pair{get("a"), get("b"), get("category"), get("why"), get("source")};
    const Status good = Check(pair, seen);
    if (!good.ok()) return entry.Wrong(good.error().message);
    out.push_back(std::move(pair));
  }
  return out;
}

}  // namespace assay::knowledge
