// A report goes to those who can mend it: the finding blames a framework of the project.
#include <algorithm>

#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckBelongsHere(const Dossier& dossier, const Rule&, const Project& project) {
  if (std::ranges::find(project.frameworks, dossier.framework) != project.frameworks.end())
    return Pass(StrCat("blames ", dossier.row.target));
  return FailWith(StrCat("blames ", dossier.row.target, "; ", project.title, " is ",
                         Join(project.frameworks, ", ")),
                  "choose the project of the framework that is wrong");
}

}  // namespace assay::report::gate
