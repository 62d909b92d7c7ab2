// To which classes of the two taxonomies it belongs, and the rules that decided it.
#include "report/sections/sections.h"

namespace assay::report::sections {

std::vector<Block> ClassesBlocks(const Material& material) {
  const triage::Classification& found = material.classes;
  const auto decided = [](const triage::Rule& rule) {
    return StrCat(rule.because, " (rule ", rule.name, ")");
  };
  return {Pairs{{{"high-priority defects",
                  StrCat(found.study.id, ", ", found.study.major, ": ", found.study.description)},
                 {"decided by", decided(found.study_rule)},
                 {"bug type", StrCat(found.atoc.name, ": ", found.atoc.meaning)},
                 {"decided by", decided(found.atoc_rule)}}}};
}

}  // namespace assay::report::sections
