#include "program/parse/names.h"

#include <cctype>

namespace assay::program {
namespace {

struct Rule {
  std::string_view prefix, type;
};
constexpr Rule kRules[] = {
#define RESULT(prefix, type) {prefix, type},
#include "program/parse/result_types.def"
#undef RESULT
};

constexpr std::string_view kTensorTypes[] = {"torch.Tensor", "tensorflow.Tensor", "jax.Array",
                                             "numpy.ndarray"};

}  // namespace

Meaning Names::Get(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  return {};
}

std::string ResultType(std::string_view api) {
  if (api.empty()) return "";
  const size_t dot = api.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? api : api.substr(dot + 1);
  if (!last.empty() && std::isupper(static_cast<unsigned char>(last[0])) != 0)
    return std::string(api);
  std::string_view type;
  size_t longest = 0;
  for (const Rule& rule : kRules) {
    if (rule.prefix.size() < longest || !api.starts_with(rule.prefix)) continue;
    longest = rule.prefix.size();
    type = rule.type;
  }
  return std::string(type);
}

bool IsTensorType(std::string_view type) {
  for (const std::string_view known : kTensorTypes)
    if (type == known) return true;
  return false;
}

std::string OperatorType(const std::string& left, const std::string& right) {
  // A framework's tensor wins over numpy's array.
  if (IsTensorType(left) && left != "numpy.ndarray") return left;
  if (IsTensorType(right)) return right;
  return IsTensorType(left) ? left : "";
}

}  // namespace assay::program
