#include "dossier/digest.h"

#include "base/strings.h"
#include "casebook/records.h"
#include "casebook/report.h"
#include "dossier/facts.h"
#include "report/wording.h"
#include "triage/form.h"
#include "triage/group.h"
#include "triage/runs_kind.h"
#include "triage/stated_limit.h"

namespace assay::dossier {
namespace {

constexpr int kUnlisted = 2;
constexpr size_t kLongestTitle = 300;

// Of the reduced case in the plainest operators, as far as it was kept.
triage::Form FormIn(const report::Material& material) {
  const std::string plainest = TextAt(material.fact("form"), "canonical");
  return triage::FormOf(plainest.empty() ? TextAt(material.fact("reduction"), "canonical")
                                         : plainest);
}

Status AddModel(const store::Store& store, report::Material& material) {
  ASSAY_ASSIGN(const auto reduction, store.Reduction(material.row.id));
  material.reduced = reduction.has_value();
  auto smallest = SmallestCase(store, material.row.id);
  if (!smallest.ok()) return {};
  material.smallest = std::move(smallest).value();
  material.nodes = static_cast<int64_t>(material.smallest->model.graph.node_count());
  return {};
}

}  // namespace

int SeverityOf(std::string_view kind) {
#define SEVERITY(name, severity) \
  if (kind == name) return severity;
#include "dossier/severities.def"
#undef SEVERITY
  return kUnlisted;
}

int SeverityOf(const store::FindingRow& row) {
  if (!triage::StatedLimitOf(row.kind, row.message).empty()) return SeverityOf("limit");
  return SeverityOf(triage::KindByRuns(row.kind, row.message));
}

Result<store::DigestRow> DigestOf(const store::Store& store, const store::FindingRow& row) {
  store::DigestRow out;
  out.finding = row.id;
  out.severity = SeverityOf(row);
  report::Material material;
  material.row = row;
  ASSAY_ASSIGN(material.facts, FactsOf(store, row.id));
  if (const auto program = casebook::LoadSmallest(store, row.id);
      program.ok() && program->has_value()) {
    const casebook::ProgramFinding& finding = **program;
    out.title = FirstLine(finding.title, kLongestTitle);
    out.class_id = casebook::ClassOf(finding).study.id;
    const nlohmann::json& reduced = material.fact(casebook::kReducedFact);
    if (reduced.contains("statements") && reduced["statements"].is_number_integer())
      out.nodes = reduced["statements"].get<int64_t>();
  } else {
    ASSAY_RETURN_IF_ERROR(AddModel(store, material));
    const Graph* graph = material.smallest.has_value() ? &material.smallest->model.graph : nullptr;
    out.title = FirstLine(report::Headline(material), kLongestTitle);
    out.class_id =
        triage::Classify(report::CluesOf(row, material.facts, material.nodes, graph)).study.id;
    out.nodes = material.nodes;
  }
  if (row.grouping.empty()) out.grouping = triage::GroupOf(row, FormIn(material));
  return out;
}

}  // namespace assay::dossier
