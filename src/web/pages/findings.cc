// /api/findings: a page of the list, with counts to filter by.
#include "casebook/labels.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;
using store::FindingOrder;

constexpr size_t kLongestSearch = 200;

// A label stands for all of its kinds; "none" for findings that nobody has labelled.
std::vector<std::string> LabelsOf(const std::string& wanted) {
  if (wanted == "none") return {""};
  std::vector<std::string> out;
  for (const casebook::Label& label : casebook::AllLabels())
    if (casebook::IsKindOf(label.label, wanted)) out.emplace_back(label.label);
  return out;
}

// Each label with all of its kinds: a report filters without a server.
json LabelKinds() {
  json out = json::object();
  for (const casebook::Label& label : casebook::AllLabels()) {
    const std::string name(label.label);
    out[name] = LabelsOf(name);
  }
  return out;
}

// Of the classes that are counted: a filter says what F2 means.
json ClassNames(const store::FindingCounts& counts) {
  json out = json::object();
  const auto classes = counts.facets.find("class");
  if (classes == counts.facets.end()) return out;
  for (const auto& [id, count] : classes->second)
    if (std::string name = ClassName(id); !name.empty()) out[id] = std::move(name);
  return out;
}

Result<store::FindingFilter> FilterOf(const Query& query) {
  store::FindingFilter out;
  out.text = query.Text("q");
  if (out.text.size() > kLongestSearch) return BadQuery("q must be shorter than 200 bytes");
  for (const char* facet : store::kFacets)
    if (query.Has(facet)) out.facets[facet] = query.Text(facet);
  if (query.Has("label")) {
    out.labels = LabelsOf(query.Text("label"));
    if (out.labels.empty()) return BadQuery("there is no such label");
  }
  out.grouping = query.Text("grouping");
  ASSAY_ASSIGN(out.campaign, query.Int("campaign", -1, 0, 1'000'000'000));
  ASSAY_ASSIGN(out.as_bugs, query.Flag("group", false));
  return out;
}

Result<FindingOrder> OrderOf(const Query& query) {
  ASSAY_ASSIGN(
      const std::string by,
      query.OneOf("sort", "realism", {"realism", "severity", "newest", "count", "target"}));
  ASSAY_ASSIGN(const std::string way,
               query.OneOf("order", by == "target" ? "asc" : "desc", {"asc", "desc"}));
  FindingOrder out;
  using By = FindingOrder::By;
  out.by = by == "severity" ? By::kSeverity
           : by == "newest" ? By::kNewest
           : by == "count"  ? By::kCount
           : by == "target" ? By::kTarget
                            : By::kRealism;
  out.descending = way == "desc";
  return out;
}

}  // namespace

Result<Answer> Findings(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"limit", "offset", "q", "target", "framework", "kind", "state",
                                     "class", "version", "producer", "label", "campaign",
                                     "grouping", "sort", "order", "group", "facets"}));
  // A static report has all findings on one page.
  const int64_t most = sources.for_report ? 1'000'000 : 500;
  ASSAY_ASSIGN(const int64_t limit, query.Int("limit", 50, 1, most));
  ASSAY_ASSIGN(const int64_t offset, query.Int("offset", 0, 0, 1'000'000'000));
  ASSAY_ASSIGN(const store::FindingFilter filter, FilterOf(query));
  ASSAY_ASSIGN(const FindingOrder order, OrderOf(query));
  ASSAY_ASSIGN(const bool facets, query.Flag("facets", true));
  ASSAY_ASSIGN(const store::FindingPage page, sources.WithLists([&](const store::Store& store) {
    return store.Page(filter, order, limit, offset);
  }));
  json findings = json::array();
  for (const store::ListedFinding& listed : page.rows) {
    json row = FindingRowJson(listed.row);
    if (filter.as_bugs) {
      row["members"] = listed.members;
      row["hits"] = listed.hits;
    }
    findings.push_back(std::move(row));
  }
  json out = {{"findings", std::move(findings)},
              {"total", page.counts.total},
              {"offset", offset},
              {"limit", limit}};
  if (facets) {
    out["facets"] = page.counts.facets;
    out["class_names"] = ClassNames(page.counts);
  }
  if (sources.for_report) out["labels"] = LabelKinds();
  return Answer(std::move(out));
}

}  // namespace assay::web
