#include "web/changes.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/strings.h"
#include "casebook/labels.h"
#include "dossier/facts.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr size_t kLongestChange = 4000;
constexpr int kDeepestBody = 4;

// The parts of "/api/findings/ID/labels" behind /api/findings.
struct Place {
  std::string id, action;
};

std::optional<Place> PlaceOf(std::string_view path) {
  const std::vector<std::string> parts = Split(path, '/');
  if (parts.size() != 5 || parts[1] != "api" || parts[2] != "findings" || parts[3].empty())
    return std::nullopt;
  if (parts[4] != "labels" && parts[4] != "mark") return std::nullopt;
  return Place{parts[3], parts[4]};
}

// An error for members that are not among `names`, or no text.
Result<json> ReadBody(const std::string& body, std::initializer_list<std::string_view> names) {
  json out = ParseJson(body, kDeepestBody);
  if (!out.is_object()) return BadQuery("the body must be a JSON object");
  for (const auto& [name, value] : out.items()) {
    if (std::ranges::find(names, name) == names.end())
      return BadQuery(StrCat("there is no member '", name, "'; known are: ", Join(names, ", ")));
    if (!value.is_string() || value.get_ref<const std::string&>().size() > kLongestChange)
      return BadQuery(StrCat("'", name, "' must be a text of at most ", kLongestChange, " bytes"));
  }
  return out;
}

Result<json> SetLabel(store::Store& store, const store::FindingRow& row, const std::string& body) {
  ASSAY_ASSIGN(const json wanted, ReadBody(body, {"label", "note"}));
  const auto label = casebook::FindLabel(wanted.value("label", ""));
  if (!label.ok()) return BadQuery(label.error().message);
  const std::string note = wanted.value("note", "");
  ASSAY_RETURN_IF_ERROR(casebook::KeepLabel(store, row, *label, note, ""));
  return json{{"id", row.id}, {"label", label->label}, {"note", note}};
}

Result<json> SetMark(store::Store& store, const store::FindingRow& row, const std::string& body) {
  ASSAY_ASSIGN(const json wanted, ReadBody(body, {"state", "where"}));
  const std::string state = wanted.value("state", ""), where = wanted.value("where", "");
  if (const Status sane = dossier::CheckMark(state, where); !sane.ok())
    return BadQuery(sane.error().message);
  ASSAY_RETURN_IF_ERROR(dossier::Mark(store, row, state, where));
  return json{{"id", row.id}, {"state", state}, {"where", where}};
}

}  // namespace

bool IsChange(std::string_view path) { return PlaceOf(path).has_value(); }

Result<json> Change(const Sources& sources, std::string_view path, const std::string& body) {
  const std::optional<Place> place = PlaceOf(path);
  if (!place.has_value()) return NotFound("nothing can be changed there");
  ASSAY_ASSIGN(store::Store store, store::Store::OpenExisting(sources.store));
  ASSAY_ASSIGN(const auto row, store.TryFinding(place->id));
  if (!row.has_value()) return NotFound("there is no such finding");
  return place->action == "labels" ? SetLabel(store, *row, body) : SetMark(store, *row, body);
}

}  // namespace assay::web
