// Where it goes wrong: first wrong tensor, mode, optimiser, versions.
#include "report/sections/sections.h"

namespace assay::report::sections {
namespace {

using nlohmann::json;

std::string Names(const json& array) {
  std::vector<std::string> names;
  for (const json& name : array)
    if (name.is_string()) names.push_back(name.get<std::string>());
  return Join(names, ", ");
}

std::string FirstWrong(const json& first) {
  std::string out = TextAt(first, "op");
  if (const std::string tensor = TextAt(first, "tensor"); !tensor.empty())
    out += StrCat(out.empty() ? "" : ", ", "tensor '", tensor, "'");
  if (const std::string how = TextAt(first, "how"); !how.empty() && !out.empty())
    out += StrCat(" (", how, ")");
  return out;
}

std::string Versions(const json& versions) {
  std::string out;
  if (const std::string good = TextAt(versions, "last_good"); !good.empty())
    out = StrCat("last right: ", good);
  if (const std::string bad = TextAt(versions, "first_bad"); !bad.empty())
    out += StrCat(out.empty() ? "" : ", ", "first wrong: ", bad);
  return out;
}

// Which of `array` shows the failure, as a table; nothing when it is empty.
void AddTried(const json& array, const char* key, const char* title, std::vector<Block>& out) {
  Grid grid{{title, "status", "shows it"}, {}};
  for (const json& item : array)
    if (item.is_object())
      grid.rows.push_back(
          {TextAt(item, key), TextAt(item, "status"), TrueAt(item, "shows") ? "yes" : "no"});
  if (!grid.rows.empty()) out.emplace_back(std::move(grid));
}

}  // namespace

std::vector<Block> LocationBlocks(const Material& material) {
  const json& location = material.fact("location");
  if (location.empty() && material.row.stage == "train")
    return {
        Paragraph{"`assay locate` runs models and does not train them; the message names the "
                  "operator, loss or optimiser."}};
  if (location.empty())
    return {Paragraph{StrCat("Not located yet: `assay locate ", material.row.id, "`.")}};
  std::vector<Block> out;
  if (const std::string summary = TextAt(location, "summary"); !summary.empty())
    out.emplace_back(Paragraph{summary});
  Pairs pairs;
  const auto add = [&](const char* label, const std::string& text) {
    if (!text.empty()) pairs.rows.emplace_back(label, text);
  };
  add("first wrong", FirstWrong(ObjectAt(location, "first_wrong")));
  add("optimiser", Names(ArrayAt(location, "optimisers")));
  add("how it was found", TextAt(location, "optimiser_how"));
  add("versions", Versions(ObjectAt(location, "versions")));
  if (!pairs.rows.empty()) out.emplace_back(std::move(pairs));
  AddTried(ArrayAt(location, "modes"), "target", "target", out);
  AddTried(ArrayAt(ObjectAt(location, "versions"), "tried"), "version", "version", out);
  return out;
}

}  // namespace assay::report::sections
