// assay judge export-training: programs with their right answers, for fine-tuning.
#pragma once

#include <functional>

namespace assay::cli {
class App;
}

namespace assay::cli::judging {

std::function<int()> SetupExportTraining(App& app);

}  // namespace assay::cli::judging
