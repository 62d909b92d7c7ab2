// Labels that all drawings share.
#include <algorithm>

#include "base/strings.h"
#include "graph/text_tensor.h"
#include "report/drawing/drawing.h"

namespace assay::report {
namespace {

constexpr int64_t kElementsShown = 4;
constexpr size_t kLabelLength = 40;

std::string Short(const std::string& text) {
  return text.size() <= kLabelLength ? text : text.substr(0, kLabelLength - 1) + "…";
}

std::string TensorText(const Tensor& tensor) {
  const std::string type = TypeText(TensorType(tensor.dtype(), tensor.shape()));
  if (tensor.count() > kElementsShown) return type;
  uint64_t fill_budget = 0;
  return StrCat(type, " ", TensorDataText(tensor, fill_budget));
}

std::string AttrText(const Attr& attr) {
  if (const auto* i = std::get_if<int64_t>(&attr)) return StrCat(*i);
  if (const auto* f = std::get_if<float>(&attr)) return FloatText(*f);
  if (const auto* s = std::get_if<std::string>(&attr)) return StrCat('"', *s, '"');
  if (const auto* is = std::get_if<std::vector<int64_t>>(&attr))
    return StrCat("[", Join(*is, ","), "]");
  if (const auto* fs = std::get_if<std::vector<float>>(&attr))
    return StrCat("[", Join(*fs, ","), "]");
  if (const auto* tensor = std::get_if<Tensor>(&attr)) return TensorText(*tensor);
  if (const auto* graph = std::get_if<GraphPtr>(&attr))
    return *graph == nullptr ? "?" : StrCat("graph of ", (*graph)->node_count(), " nodes");
  return "…";
}

}  // namespace

std::vector<ValueId> Reads(const Graph& graph, const Node& node) {
  std::vector<ValueId> out;
  const auto add = [&](ValueId id) {
    if (id != kAbsent && graph.initializer(id) == nullptr &&
        std::ranges::find(out, id) == out.end())
      out.push_back(id);
  };
  for (const ValueId id : node.inputs) add(id);
  for (const auto& [name, attr] : node.attrs)
    if (const auto* inner = std::get_if<GraphPtr>(&attr); inner != nullptr && *inner != nullptr)
      for (const ValueId id : (*inner)->captured) add(graph.Find((*inner)->name_of(id)));
  return out;
}

std::string TypedName(const Graph& graph, ValueId id) {
  const std::string& name = graph.name_of(id);
  const bool known = graph.type(id).kind != ValueType::Kind::kUnknown;
  return known ? StrCat(name, ": ", TypeText(graph.type(id))) : name;
}

std::vector<std::string> Parameters(const Graph& graph, const Node& node) {
  std::vector<std::string> out;
  for (const auto& [name, attr] : node.attrs)
    out.push_back(Short(StrCat(name, "=", AttrText(attr))));
  for (const ValueId id : node.inputs)
    if (const Tensor* weight = id == kAbsent ? nullptr : graph.initializer(id))
      out.push_back(Short(StrCat(graph.name_of(id), ": ", TensorText(*weight))));
  return out;
}

bool IsWrong(const Graph& graph, const Node& node, const Marks& marks) {
  if (marks.first_wrong.empty()) return false;
  for (const ValueId id : node.outputs)
    if (id != kAbsent && graph.name_of(id) == marks.first_wrong) return true;
  return false;
}

bool IsWrongOutput(const Graph& graph, ValueId id, const Marks& marks) {
  return !marks.wrong_output.empty() && graph.name_of(id) == marks.wrong_output;
}

}  // namespace assay::report
