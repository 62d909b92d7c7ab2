#include "knowledge/api/api_base.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// In the order in which they count.
constexpr const char* kSources[] = {"import", "introspection", "crawl"};

// Raised when the rules or the form change, so that what is kept is made anew.
constexpr int kFormat = 2;

template <typename T>
void FillEmpty(T& to, const T& from) {
  if (to.empty()) to = from;
}

void Complete(ApiDoc& doc, const ApiDoc& other) {
  FillEmpty(doc.signature, other.signature);
  FillEmpty(doc.returns, other.returns);
  FillEmpty(doc.raises, other.raises);
  FillEmpty(doc.notes, other.notes);
  FillEmpty(doc.examples, other.examples);
  FillEmpty(doc.deprecated, other.deprecated);
  FillEmpty(doc.text, other.text);
  FillEmpty(doc.parameters, other.parameters);
  for (Parameter& parameter : doc.parameters)
    if (const Parameter* twin = FindParameter(other, parameter.name)) {
      if (parameter.description.empty()) {
        parameter.description = twin->description;
        for (const Constraint& constraint : twin->constraints)
          if (std::ranges::none_of(parameter.constraints,
                                   [&](const Constraint& c) { return c.kind == constraint.kind; }))
            parameter.constraints.push_back(constraint);
      }
      FillEmpty(parameter.type, twin->type);
    }
}

}  // namespace

void Stamp(ApiBase& base) {
  std::ranges::stable_sort(base.docs,
                           [](const ApiDoc& a, const ApiDoc& b) { return a.name < b.name; });
  base.docs.erase(std::unique(base.docs.begin(), base.docs.end(),
                              [](const ApiDoc& a, const ApiDoc& b) { return a.name == b.name; }),
                  base.docs.end());
  for (ApiDoc& doc : base.docs) {
    doc.framework = base.framework;
    doc.version = base.version;
    doc.source = base.source;
  }
}

const ApiDoc* FindDoc(const ApiBase& base, const std::string& name) {
  const auto at =
      std::lower_bound(base.docs.begin(), base.docs.end(), name,
                       [](const ApiDoc& doc, const std::string& n) { return doc.name < n; });
  if (at != base.docs.end() && at->name == name) return &*at;
  for (const ApiDoc& doc : base.docs)
    if (std::ranges::find(doc.aliases, name) != doc.aliases.end()) return &doc;
  return nullptr;
}

std::vector<std::string> NearestNames(const ApiBase& base, const std::string& name, size_t count) {
  std::vector<std::pair<int, std::string>> ranked;
  const std::string last = Lower(LastPart(name));
  for (const ApiDoc& doc : base.docs) {
    const bool same = Lower(LastPart(doc.name)) == last;
    ranked.emplace_back(EditDistance(doc.name, name) - (same ? 1000 : 0), doc.name);
  }
  std::ranges::sort(ranked);
  std::vector<std::string> out;
  for (const auto& [distance, known] : ranked) {
    // Farther than a third of the name is no likeness.
    if (out.size() == count || distance > static_cast<int>(name.size()) / 3) break;
    out.push_back(known);
  }
  return out;
}

Parsed CountParsed(const ApiBase& base) {
  Parsed out;
  for (const ApiDoc& doc : base.docs) {
    out.documenting += doc.documents_parameters ? 1 : 0;
    out.parsed += doc.documents_parameters && !doc.parameters.empty() ? 1 : 0;
  }
  return out;
}

json ApiBaseJson(const ApiBase& base) {
  json apis = json::array();
  for (const ApiDoc& doc : base.docs) apis.push_back(ApiDocJson(doc));
  return With(ASSAY_FIELDS(base, framework, version, source),
              {{"format", kFormat}, {"apis", apis}});
}

Result<ApiBase> ReadApiBase(const json& file) {
  const bool whole = file.is_object() && file.contains("apis");
  const json list = whole ? file["apis"] : file.is_array() ? file : json::array({file});
  if (!list.is_array()) return Invalid("\"apis\" is not a list");
  ApiBase out;
  for (size_t i = 0; i < list.size(); ++i) {
    auto doc = ReadApiDoc(list[i]);
    if (!doc.ok())
      return Invalid(StrCat("API ", i + 1, " of ", list.size(), ": ", doc.error().message));
    for (const auto& [kept, said] :
         {std::pair{&out.framework, &doc->framework}, {&out.version, &doc->version}}) {
      if (!kept->empty() && !said->empty() && *kept != *said)
        return Invalid(StrCat("API ", i + 1, " (", doc->name, ") is of ", *said, ", others are of ",
                              *kept, "; one file holds one version of one framework"));
      if (kept->empty()) *kept = *said;
    }
    out.docs.push_back(std::move(doc).value());
  }
  if (whole) {
    if (file.contains("framework") && file["framework"].is_string())
      out.framework = file["framework"];
    if (file.contains("version") && file["version"].is_string()) out.version = file["version"];
    if (file.contains("source") && file["source"].is_string()) out.source = file["source"];
  }
  return out;
}

std::string ApiShelf::PathOf(const std::string& framework, const std::string& version,
                             const std::string& source) const {
  return StrCat(folder_, "/docs/", framework, "-", version, "/", source, ".json");
}

bool ApiShelf::Has(const std::string& framework, const std::string& version,
                   const std::string& source) const {
  return Load(framework, version, source).ok();
}

Status ApiShelf::Keep(const ApiBase& base) const {
  const std::string path = PathOf(base.framework, base.version, base.source);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return Invalid(StrCat("cannot make the folder of ", path, ": ", error.message()));
  return WriteFile(path, ApiBaseJson(base).dump());
}

Result<ApiBase> ApiShelf::Load(const std::string& framework, const std::string& version,
                               const std::string& source) const {
  const std::string path = PathOf(framework, version, source);
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const json file = json::parse(text, nullptr, false);
  if (file.is_discarded()) return Invalid(StrCat(path, " is not JSON; remove it"));
  if (!file.is_object() || file.value("format", 0) != kFormat)
    return Invalid(StrCat(path, " was written by another version of assay; remove it"));
  auto base = ReadApiBase(file);
  if (!base.ok()) return Invalid(StrCat(path, ": ", base.error().message));
  return base;
}

Result<ApiBase> ApiShelf::LoadAll(const std::string& framework, const std::string& version) const {
  ApiBase out{framework, version, "", {}};
  for (const char* source : kSources) {
    auto base = Load(framework, version, source);
    if (!base.ok()) continue;
    std::vector<ApiDoc> added;
    for (ApiDoc& doc : base->docs) {
      ApiDoc* known = const_cast<ApiDoc*>(FindDoc(out, doc.name));
      if (known == nullptr)
        added.push_back(std::move(doc));
      else
        Complete(*known, doc);
    }
    out.source += (out.source.empty() ? "" : "+") + std::string(source);
    for (ApiDoc& doc : added) out.docs.push_back(std::move(doc));
    std::ranges::stable_sort(out.docs,
                             [](const ApiDoc& a, const ApiDoc& b) { return a.name < b.name; });
  }
  if (out.source.empty())
    return Invalid(StrCat("no documentation of ", framework, version.empty() ? "" : " ", version,
                          " is kept here; `assay docs introspect ", framework,
                          "` or `assay docs crawl` makes it"));
  return out;
}

std::vector<std::string> ApiShelf::Versions(const std::string& framework) const {
  std::set<std::string> out;
  const std::string prefix = framework + "-";
  for (const fs::path& path : EntriesOf(folder_ + "/docs")) {
    const std::string name = path.filename().string();
    if (name.starts_with(prefix)) out.insert(name.substr(prefix.size()));
  }
  return {out.begin(), out.end()};
}

}  // namespace assay::knowledge
