// assay judge validate: the effectiveness study of ATOC on programs of bug reports.
#pragma once

#include <functional>

namespace assay::cli {
class App;
}

namespace assay::cli::judging {

std::function<int()> SetupValidate(App& app);

}  // namespace assay::cli::judging
