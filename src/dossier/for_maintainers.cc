#include "dossier/for_maintainers.h"

#include "dossier/facts.h"
#include "dossier/installed.h"
#include "dossier/kept_case.h"
#include "dossier/newest_release.h"
#include "dossier/work.h"
#include "oracle/check.h"
#include "report/environment.h"
#include "triage/case_bytes.h"

namespace assay::dossier {
namespace {

namespace gate = report::gate;

// More are not told apart by anybody.
constexpr int64_t kMostSiblings = 1000;

// What the reference computes in between; nothing where it cannot.
oracle::NamedTensors ReferenceValues(const ModelCase& model_case) {
  const auto subject = triage::MakeSubject(model_case);
  if (!subject.ok()) return {};
  const auto values = oracle::ReferenceTensors(*subject);
  return values.ok() ? *values : oracle::NamedTensors();
}

}  // namespace

Result<std::vector<gate::Sibling>> SiblingsOf(const store::Store& store,
                                              const store::FindingRow& row) {
  std::vector<gate::Sibling> out;
  if (row.grouping.empty()) return out;
  store::FindingFilter same;
  same.grouping = row.grouping;
  ASSAY_ASSIGN(const auto all, store.List(same, {}, kMostSiblings, 0));
  for (const store::ListedFinding& other : all)
    if (other.row.id != row.id) out.push_back({other.row.id, other.row.target, other.row.state});
  return out;
}

Result<gate::Dossier> ForMaintainers(const store::Store& store, const store::FindingRow& row,
                                     const ForMaintainersOptions& options) {
  gate::Dossier out;
  out.row = row;
  const size_t colon = row.target.find(':');
  out.framework = row.target.substr(0, row.target.find_first_of("@:"));
  out.mode = colon == std::string::npos ? "" : row.target.substr(colon + 1);
  ASSAY_ASSIGN(out.facts, FactsOf(store, row.id));
  ASSAY_ASSIGN(out.history, store.History(row.id));
  ASSAY_ASSIGN(const auto sightings, store.Sightings(row.id));
  for (const store::SightingRow& seen : sightings) out.recipes.push_back(seen.recipe);
  ASSAY_ASSIGN(out.reduction, store.Reduction(row.id));
  ASSAY_ASSIGN(out.smallest, SmallestCase(store, row.id));
  if (!options.large_too) out.not_computed = TooMuchWork(out.smallest);
  if (out.not_computed.empty()) out.values = ReferenceValues(out.smallest);
  if (options.siblings.has_value()) {
    out.siblings = *options.siblings;
  } else {
    ASSAY_ASSIGN(out.siblings, SiblingsOf(store, row));
  }
  ASSAY_ASSIGN(const Release release, NewestRelease(row, options.backend_dirs, options.online));
  out.newest = release.version;
  out.newest_how = release.how;
  if (!out.Has("environment")) {
    const auto target = TargetOf(row, options.backend_dirs);
    ASSAY_ASSIGN(const auto seen_on, store.SeenOn(row.id));
    if (target.ok()) out.facts["environment"] = report::EnvironmentJson(*target, seen_on);
  }
  return out;
}

}  // namespace assay::dossier
