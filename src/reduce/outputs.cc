// outputs: drops outputs, all but one at first.
#include "reduce/extract.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

std::optional<ModelCase> WithOutputs(const ModelCase& now, const std::vector<ValueId>& outputs) {
  ModelCase changed = now;
  changed.model.graph.outputs = outputs;
  return Finished(std::move(changed));
}

}  // namespace

void Outputs(Search& search) {
  const ModelCase start = search.current();
  const std::vector<ValueId>& all = start.model.graph.outputs;
  if (all.size() <= 1) return;
  Makers alone;
  for (const ValueId id : all) alone.push_back([&start, id] { return WithOutputs(start, {id}); });
  if (search.TakeFirst(alone).has_value()) return;
  search.Sweep([](const ModelCase& now) {
    Makers makers;
    const std::vector<ValueId>& outputs = now.model.graph.outputs;
    for (size_t i = 0; i < outputs.size() && outputs.size() > 1; ++i) {
      std::vector<ValueId> fewer = outputs;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      makers.push_back([now, fewer] { return WithOutputs(now, fewer); });
    }
    return makers;
  });
}

}  // namespace assay::reduce
