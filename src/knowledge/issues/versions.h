// Versions that a report names: the output of the projects' collecting scripts, the fields of
// their forms, and what people write in prose.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace assay::knowledge {

// Keys: "torch", "tensorflow", "jax", "jaxlib", "keras", "onnxruntime", "numpy", "python", "os",
// "cuda". The first that names one counts. "None", "N/A" and "Could not collect" are nothing.
std::map<std::string, std::string> FindVersions(std::string_view text);

bool IsEnvironmentBlock(std::string_view text);

// 1, 0 or -1: numbers by value, so that 2.10 comes after 2.9; what follows them ("+cpu", "rc1",
// ".dev2024") is left out.
int CompareVersions(std::string_view a, std::string_view b);

}  // namespace assay::knowledge
