#include "report/material.h"

#include <set>
#include <utility>

#include "base/strings.h"
#include "report/sections/sections.h"
#include "report/wording.h"
#include "triage/machines.h"
#include "triage/runs_kind.h"

namespace assay::report {
namespace {

const nlohmann::json& FactIn(const std::map<std::string, nlohmann::json>& facts,
                             const std::string& aspect) {
  static const nlohmann::json kNothing = nlohmann::json::object();
  const auto found = facts.find(aspect);
  return found != facts.end() && found->second.is_object() ? found->second : kNothing;
}

// How a case was made is the case: recipes hold all seeds. One without is told by its number.
std::pair<std::string, int64_t> CaseOf(const store::SightingRow& seen) {
  return {seen.recipe, seen.recipe.empty() ? seen.case_index : 0};
}

struct SectionDef {
  const char* title;
  std::vector<Block> (*blocks)(const Material& material);
};

constexpr SectionDef kSections[] = {
#define SECTION(Name, title) {title, sections::Name##Blocks},
#include "report/sections.def"
#undef SECTION
};

}  // namespace

const nlohmann::json& Material::fact(const std::string& aspect) const {
  return FactIn(facts, aspect);
}

triage::Clues CluesOf(const store::FindingRow& row,
                      const std::map<std::string, nlohmann::json>& facts, int64_t nodes,
                      const Graph* graph) {
  triage::Clues clues;
  clues.kind = triage::KindByRuns(row.kind, row.message);
  clues.stage = row.stage;
  clues.message = row.message;
  clues.evidence = FactIn(facts, "evidence");
  clues.location = FactIn(facts, "location");
  clues.confirmation = FactIn(facts, "confirmation");
  clues.nodes = nodes;
  clues.graph = graph;
  return clues;
}

std::vector<const store::SightingRow*> DistinctCases(
    const std::vector<store::SightingRow>& sightings) {
  std::set<std::pair<std::string, int64_t>> known;
  std::vector<const store::SightingRow*> out;
  for (const store::SightingRow& seen : sightings)
    if (known.insert(CaseOf(seen)).second) out.push_back(&seen);
  return out;
}

Seen SeenOf(const store::FindingRow& row, const std::vector<store::SightingRow>& sightings) {
  Seen out;
  std::set<int64_t> campaigns;
  for (const store::SightingRow& seen : sightings)
    if (seen.campaign != 0) campaigns.insert(seen.campaign);
  out.cases = static_cast<int64_t>(DistinctCases(sightings).size());
  out.campaigns = static_cast<int64_t>(campaigns.size());
  out.all = static_cast<int64_t>(sightings.size()) >= row.count;
  return out;
}

std::string SeenText(const store::FindingRow& row,
                     const std::vector<store::SightingRow>& sightings) {
  const Seen seen = SeenOf(row, sightings);
  const std::string often = row.count == 1 ? "once" : StrCat(row.count, " times");
  std::string out = often;
  if (seen.cases > 0 && row.count > 1) {
    const std::string cases =
        seen.cases == 1 ? "in one case" : StrCat("in ", seen.cases, " different cases");
    out = seen.all ? cases : StrCat(often, ", ", cases, " at least");
  }
  return seen.campaigns > 1 ? StrCat(out, ", in ", seen.campaigns, " campaigns") : out;
}

Report ReportHead(const Material& material, const triage::Classification& classes) {
  const store::FindingRow& row = material.row;
  Report out;
  out.id = row.id;
  out.target = row.target;
  out.version = row.version;
  out.device = row.device;
  out.machines = Join(triage::ArchitecturesOf(material.seen_on), ", ");
  out.kind = row.kind;
  out.stage = row.stage;
  out.state = row.state;
  out.signature = row.signature;
  out.study = classes.study.id;
  out.study_name = classes.study.description;
  out.study_group = classes.study.major;
  out.first_seen = row.first_seen;
  out.last_seen = row.last_seen;
  out.record = material.record;
  return out;
}

Report BuildReport(const Material& material) {
  Report out = ReportHead(material, material.classes);
  out.title = Headline(material);
  out.atoc = material.classes.atoc.name;
  out.rule = material.classes.study_rule.because;
  out.op = BlamedOp(material);
  out.summary = Summary(material);
  for (const SectionDef& section : kSections) {
    std::vector<Block> blocks = section.blocks(material);
    if (!blocks.empty()) out.sections.push_back({section.title, std::move(blocks)});
  }
  return out;
}

}  // namespace assay::report
