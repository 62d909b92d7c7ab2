// People build models like this: chains of operators that occur in real networks, or a mutant of
// one.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckRealistic(const Dossier& dossier, const Rule& rule, const Project&) {
  const std::string score = StrCat("realism ", FormatDouble(dossier.row.realism));
  if (dossier.row.realism >= rule.at_least) return Pass(score);
  for (const std::string& recipe : dossier.recipes)
    if (recipe.starts_with("zoo:") || recipe.starts_with("file:"))
      return Pass(StrCat("seen in a mutant of a real model: ", recipe));
  for (const std::string& recipe : dossier.recipes)
    if (!recipe.starts_with("generated:"))
      return Pass(StrCat("seen in a model of the user's: ", recipe));
  return FailWith(StrCat(score, " below ", rule.at_least, ", and only generated models show it"),
                  "assay fuzz --seeds zoo --targets " + dossier.row.target +
                      " looks for it in mutants of real models");
}

}  // namespace assay::report::gate
