// assay judge validate: the effectiveness study of ATOC on programs of bug reports.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace assay::cli::judging {

std::function<int()> SetupValidate(CLI::App& app);

}  // namespace assay::cli::judging
