#include "dossier/project_of.h"

#include <algorithm>

#include "lab/registry.h"

namespace assay::dossier {

std::optional<report::gate::Project> ProjectOf(const std::string& framework) {
  namespace gate = report::gate;
  const std::string folder = lab::HomeFolder() + "/projects";
  for (const std::string& name : gate::ProjectNames(folder)) {
    auto project = gate::LoadProject(folder, name);
    if (project.ok() &&
        std::ranges::find(project->frameworks, framework) != project->frameworks.end())
      return std::move(project).value();
  }
  return std::nullopt;
}

}  // namespace assay::dossier
