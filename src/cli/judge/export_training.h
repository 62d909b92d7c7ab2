// assay judge export-training: programs with their right answers, for fine-tuning.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace assay::cli::judging {

std::function<int()> SetupExportTraining(CLI::App& app);

}  // namespace assay::cli::judging
