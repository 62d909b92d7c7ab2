// The inputs: their values where they are few.
#include "graph/text_tensor.h"
#include "report/sections/sections.h"

namespace assay::report::sections {
namespace {

constexpr int64_t kElementsShown = 64;
constexpr size_t kTextShown = 2000;  // strings may be long

std::string ValueText(const Datum& value) {
  if (value.kind != Datum::Kind::kTensor)
    return value.kind == Datum::Kind::kMap        ? StrCat("a map of ", value.items.size())
           : value.kind == Datum::Kind::kSequence ? StrCat("a sequence of ", value.items.size())
           : value.items.empty()                  ? "an empty optional"
                                                  : "an optional";
  const Tensor& tensor = value.tensor;
  const std::string type = TypeText(TensorType(tensor.dtype(), tensor.shape()));
  if (tensor.count() > kElementsShown) return StrCat(type, ", ", tensor.count(), " elements");
  uint64_t fill_budget = 0;
  return StrCat(type, " = ", FirstLine(TensorDataText(tensor, fill_budget), kTextShown));
}

bool IsShort(const Datum& value) {
  return value.kind == Datum::Kind::kTensor && value.tensor.count() <= kElementsShown;
}

}  // namespace

std::vector<Block> InputsBlocks(const Material& material) {
  if (!material.smallest.has_value()) return {};
  const Graph& graph = material.smallest->model.graph;
  if (graph.inputs.empty()) return {Paragraph{"The model has no inputs."}};
  Pairs pairs;
  bool all = true;
  for (size_t i = 0; i < graph.inputs.size() && i < material.smallest->inputs.size(); ++i) {
    const Datum& value = material.smallest->inputs[i];
    pairs.rows.emplace_back(graph.name_of(graph.inputs[i]), ValueText(value));
    all = all && IsShort(value);
  }
  std::vector<Block> out = {std::move(pairs)};
  if (!all)
    out.emplace_back(Paragraph{
        StrCat("`assay findings export ", material.row.id, " --out DIR` writes all values.")});
  return out;
}

}  // namespace assay::report::sections
