#include "knowledge/pairs/pair_base.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json NameOrNull(const std::string& name) { return name.empty() ? json() : json(name); }

std::string ScalarText(const json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

Pair ReadPair(const json& item) {
  Pair out;
  ASSAY_READ_FIELDS(item, out, from, to, score, by);
  for (const json& p : item.at("parameters"))
    out.parameters.push_back(
        {ScalarText(p.at("from")), ScalarText(p.at("to")), ScalarText(p.at("note"))});
  out.from_example = ScalarText(item.at("examples").at("from"));
  out.to_example = ScalarText(item.at("examples").at("to"));
  return out;
}

json ModelJson(const ModelRecord& model) {
  return ASSAY_FIELDS(model, weights, threshold, precision, recall, positives, negatives);
}

ModelRecord ReadModel(const json& item) {
  ModelRecord out;
  ASSAY_READ_FIELDS(item, out, weights, threshold, precision, recall, positives, negatives);
  return out;
}

}  // namespace

json PairJson(const Pair& pair) {
  json parameters = json::array();
  for (const ParameterPair& p : pair.parameters)
    parameters.push_back(
        {{"from", NameOrNull(p.from)}, {"to", NameOrNull(p.to)}, {"note", p.note}});
  return With(ASSAY_FIELDS(pair, from, to, score, by),
              {{"parameters", parameters},
               {"examples",
                {{"from", NameOrNull(pair.from_example)}, {"to", NameOrNull(pair.to_example)}}}});
}

json PairBaseJson(const PairBase& base) {
  json pairs = json::array();
  for (const Pair& pair : base.pairs) pairs.push_back(PairJson(pair));
  return With(
      ASSAY_FIELDS(base, from, from_version, to, to_version, fingerprint, from_apis, to_apis),
      {{"model", base.has_model ? ModelJson(base.model) : json()}, {"pairs", pairs}});
}

Result<PairBase> ReadPairBase(const json& file) {
  PairBase out;
  try {
    ASSAY_READ_FIELDS(file, out, from, from_version, to, to_version, fingerprint, from_apis,
                      to_apis);
    out.has_model = !file.at("model").is_null();
    if (out.has_model) out.model = ReadModel(file.at("model"));
    for (const json& item : file.at("pairs")) out.pairs.push_back(ReadPair(item));
  } catch (const json::exception& error) {
    return Invalid(StrCat("no pairs of APIs: ", error.what()));
  }
  return out;
}

const Pair* FindPair(const PairBase& base, const std::string& from) {
  const auto at = std::lower_bound(base.pairs.begin(), base.pairs.end(), from,
                                   [](const Pair& p, const std::string& n) { return p.from < n; });
  return at != base.pairs.end() && at->from == from ? &*at : nullptr;
}

std::string PairShelf::PathOf(const std::string& from, const std::string& from_version,
                              const std::string& to, const std::string& to_version) const {
  return StrCat(folder_, "/pairs/", from, "-", from_version, "--", to, "-", to_version, ".json");
}

Status PairShelf::Keep(const PairBase& base) const {
  const std::string path = PathOf(base.from, base.from_version, base.to, base.to_version);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return Invalid(StrCat("cannot make the folder of ", path, ": ", error.message()));
  return WriteFile(path, PairBaseJson(base).dump(1));
}

Result<PairBase> PairShelf::Load(const std::string& from, const std::string& from_version,
                                 const std::string& to, const std::string& to_version,
                                 const std::string& fingerprint) const {
  const std::string path = PathOf(from, from_version, to, to_version);
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  auto base = ReadPairBase(json::parse(text, nullptr, false));
  if (!base.ok()) return Invalid(StrCat(path, ": ", base.error().message));
  if (base->fingerprint != fingerprint)
    return Invalid(StrCat(path, " was made of other documentation or rules"));
  return base;
}

}  // namespace assay::knowledge
