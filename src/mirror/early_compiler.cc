#include "mirror/early_compiler.h"

#include <algorithm>

namespace assay::mirror {

EarlyCompiler::~EarlyCompiler() {
  if (thread_.joinable()) thread_.join();
}

void EarlyCompiler::Consider(const std::vector<RunCost>& spent, const std::function<int()>& count) {
  const bool ran = std::ranges::any_of(
      spent, [](const RunCost& run) { return !run.kept && run.framework == kFramework; });
  if (!ran) return;
  std::call_once(asked_, [&] {
    if (count() < 2) {
      settled_ = true;
      return;
    }
    thread_ = std::thread([this] {
      auto labs = Runner::Open(options_);
      if (labs.ok()) {
        // Whatever is wrong with the server shows in the programs themselves.
        labs->RunPlain(kFramework, "# torch.compile\n", false).ok();
        labs_.push_back(std::move(*labs));
      }
      settled_ = true;
    });
  });
}

}  // namespace assay::mirror
