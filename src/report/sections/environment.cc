// Environment: framework, system, processor, Python packages.
#include "report/sections/sections.h"

namespace assay::report::sections {

std::vector<Block> EnvironmentBlocks(const Material& material) {
  const nlohmann::json& environment = material.environment;
  Pairs pairs;
  pairs.rows.emplace_back("target", TargetPhrase(material.row));
  if (!material.row.device.empty()) pairs.rows.emplace_back("device", material.row.device);
  for (const auto& [key, label] : {std::pair{"machine", "machine"},
                                   {"os", "system"},
                                   {"cpu", "processor"},
                                   {"python", "Python"}})
    if (const std::string text = TextAt(environment, key); !text.empty())
      pairs.rows.emplace_back(label, text);
  std::vector<std::string> packages;
  for (const auto& [name, version] : ObjectAt(environment, "packages").items())
    if (version.is_string()) packages.push_back(StrCat(name, " ", version.get<std::string>()));
  if (!packages.empty()) pairs.rows.emplace_back("packages", Join(packages, ", "));
  std::vector<Block> out = {std::move(pairs)};
  if (environment.empty())
    out.emplace_back(Paragraph{"More is not known: this version is not installed here."});
  else if (material.environment_now)
    out.emplace_back(Paragraph{
        environment.contains("os")
            ? "System, processor and packages are those of the machine that wrote this report."
            : "It was seen on another machine than this one; more of that is not known here."});
  return out;
}

}  // namespace assay::report::sections
