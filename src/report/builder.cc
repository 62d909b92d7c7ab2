#include "report/builder.h"

#include "base/strings.h"
#include "report/sections/sections.h"
#include "report/wording.h"
#include "triage/machines.h"

namespace assay::report {
namespace {

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
