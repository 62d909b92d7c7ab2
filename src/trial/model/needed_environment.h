// The environment that a model's program needs, where its framework's own lacks something.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::trial {

// Where programs of a framework run that say nothing else: its own environment, or, of one that
// only reads models (onnxruntime, openvino), one that has the packages which write them, where it
// is there.
std::string ProgramEnvironment(const std::string& framework);

// That one, or what an API of `needs` (API and environment) that stands in `program` asks for,
// or an import of a package that environments of two frameworks hold together; only one that is
// there.
std::string NeededEnvironment(const std::string& program, const std::string& framework,
                              const std::vector<std::pair<std::string, std::string>>& needs);

}  // namespace assay::trial
