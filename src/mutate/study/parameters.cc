#include "mutate/study/parameters.h"

#include <algorithm>

#include "mutate/edit.h"
#include "mutate/study/splice.h"
#include "mutate/study/window_parameters.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace {

// --- numbers ---

// Another one of `values`; the present one, or what it is when left out, is `otherwise`.
bool SetFloat(const ParameterCall& call, std::string_view attribute, float otherwise,
              std::initializer_list<float> values) {
  const float* set = call.node.attrs.Get<float>(attribute);
  const float now = set == nullptr ? otherwise : *set;
  std::vector<float> others;
  for (const float value : values)
    if (value != now) others.push_back(value);
  call.node.attrs.Set(attribute, call.rng.Pick(std::span<const float>(others)));
  return true;
}

bool SetInt(const ParameterCall& call, std::string_view attribute, int64_t otherwise,
            const std::vector<int64_t>& values) {
  const int64_t* set = call.node.attrs.Get<int64_t>(attribute);
  const int64_t now = set == nullptr ? otherwise : *set;
  std::vector<int64_t> others;
  for (const int64_t value : values)
    if (value != now) others.push_back(value);
  if (others.empty()) return false;
  call.node.attrs.Set(attribute, call.rng.Pick(std::span<const int64_t>(others)));
  return true;
}

bool SetString(const ParameterCall& call, std::string_view attribute, std::string_view otherwise,
               const std::vector<std::string>& values) {
  const std::string* set = call.node.attrs.Get<std::string>(attribute);
  const std::string now(set == nullptr ? otherwise : *set);
  std::vector<std::string> others;
  for (const std::string& value : values)
    if (value != now) others.push_back(value);
  call.node.attrs.Set(attribute, call.rng.Pick(std::span<const std::string>(others)));
  return true;
}

int InputRank(const ParameterCall& call) {
  return call.model.graph.type(call.node.inputs[0]).tensor.rank();
}

bool ChangeEpsilon(const ParameterCall& call, std::string_view name) {
  return SetFloat(call, name, 1e-5F, {1e-6F, 1e-5F, 1e-4F, 1e-3F, 1e-2F});
}
bool ChangeFactor(const ParameterCall& call, std::string_view name) {
  return SetFloat(call, name, 1, {-1, 0, 0.25F, 0.5F, 1, 1.5F});
}
bool ChangeSlope(const ParameterCall& call, std::string_view name) {
  return SetFloat(call, name, 0.01F, {0, 0.01F, 0.1F, 0.2F, 0.3F, 0.5F, 1.5F});
}
// Celu divides by its parameter.
bool ChangePositive(const ParameterCall& call, std::string_view name) {
  return SetFloat(call, name, 1, {0.1F, 0.5F, 1, 1.5F, 2});
}
bool ChangeFlag(const ParameterCall& call, std::string_view name) {
  return SetInt(call, name, 0, {0, 1});
}
bool ChangePower(const ParameterCall& call, std::string_view name) {
  return SetInt(call, name, 2, {1, 2, 3});
}
bool ChangeLrnSize(const ParameterCall& call, std::string_view name) {
  return SetInt(call, name, 0, {1, 3, 5, 7});
}
bool ChangeLrnBias(const ParameterCall& call, std::string_view name) {
  return SetFloat(call, name, 1, {0.5F, 1, 2});
}
bool ChangeBlock(const ParameterCall& call, std::string_view name) {
  return SetInt(call, name, 0, {1, 2, 3, 4});
}
bool ChangeGelu(const ParameterCall& call, std::string_view name) {
  return SetString(call, name, "none", {"none", "tanh"});
}
bool ChangeDepthMode(const ParameterCall& call, std::string_view name) {
  return SetString(call, name, "DCR", {"DCR", "CRD"});
}
// "reflect" needs padding smaller than the axis.
bool ChangePadMode(const ParameterCall& call, std::string_view name) {
  return SetString(call, name, "constant", {"constant", "edge"});
}

bool ChangeAxis(const ParameterCall& call, std::string_view name) {
  const int64_t rank = InputRank(call);
  if (rank < 1) return false;
  return SetInt(call, name, -1, {call.rng.Int(0, rank - 1), call.rng.Int(-rank, -1)});
}
bool ChangeFlattenAxis(const ParameterCall& call, std::string_view name) {
  const int64_t rank = InputRank(call);
  if (rank < 1) return false;
  return SetInt(call, name, 1, {call.rng.Int(0, rank), call.rng.Int(0, rank)});
}

bool ChangePermutation(const ParameterCall& call, std::string_view name) {
  const int rank = InputRank(call);
  if (rank < 2) return false;
  std::vector<int64_t> perm;
  if (const auto* set = call.node.attrs.Get<std::vector<int64_t>>(name)) perm = *set;
  if (perm.size() != static_cast<size_t>(rank))
    for (int i = rank; i-- > 0;) perm.push_back(i);  // the default reverses
  const auto i = static_cast<size_t>(call.rng.Int(0, rank - 2));
  const auto k = static_cast<size_t>(call.rng.Int(static_cast<int64_t>(i) + 1, rank - 1));
  std::swap(perm[i], perm[k]);
  call.node.attrs.Set(name, perm);
  return true;
}

bool ChangeGroups(const ParameterCall& call, std::string_view name) {
  const auto shape = StaticShape(call.model.graph, call.node.inputs[0]);
  if (!shape.has_value() || shape->size() < 2) return false;
  std::vector<int64_t> divisors;
  for (int64_t g = 1; g <= (*shape)[1]; ++g)
    if ((*shape)[1] % g == 0) divisors.push_back(g);
  return SetInt(call, name, 1, divisors);
}

constexpr Parameter kPlain[] = {
    {"BatchNormalization", "epsilon", true, ChangeEpsilon},
    {"GroupNormalization", "epsilon", true, ChangeEpsilon},
    {"GroupNormalization", "num_groups", false, ChangeGroups},  // of its scale before opset 21
    {"InstanceNormalization", "epsilon", true, ChangeEpsilon},
    {"LayerNormalization", "epsilon", true, ChangeEpsilon},
    {"RMSNormalization", "epsilon", true, ChangeEpsilon},
    {"LRN", "alpha", true, ChangeSlope},
    {"LRN", "beta", true, ChangePositive},
    {"LRN", "bias", true, ChangeLrnBias},
    {"LRN", "size", true, ChangeLrnSize},
    {"Gemm", "alpha", true, ChangeFactor},
    {"Gemm", "beta", true, ChangeFactor},
    {"Gemm", "transA", false, ChangeFlag},
    {"Gemm", "transB", false, ChangeFlag},
    {"Flatten", "axis", false, ChangeFlattenAxis},
    {"Transpose", "perm", false, ChangePermutation},
    {"DepthToSpace", "blocksize", false, ChangeBlock},
    {"DepthToSpace", "mode", true, ChangeDepthMode},
    {"SpaceToDepth", "blocksize", false, ChangeBlock},
    {"Pad", "mode", false, ChangePadMode},
    {"LpPool", "p", true, ChangePower},
    {"AveragePool", "count_include_pad", true, ChangeFlag},
    {"LeakyRelu", "alpha", true, ChangeSlope},
    {"Elu", "alpha", true, ChangePositive},
    {"Celu", "alpha", true, ChangePositive},
    {"Selu", "alpha", true, ChangePositive},
    {"Selu", "gamma", true, ChangePositive},
    {"HardSigmoid", "alpha", true, ChangeSlope},
    {"HardSigmoid", "beta", true, ChangeSlope},
    {"ThresholdedRelu", "alpha", true, ChangePositive},
    {"Swish", "alpha", true, ChangePositive},
    {"Gelu", "approximate", true, ChangeGelu},
    {"Softmax", "axis", true, ChangeAxis},
    {"LogSoftmax", "axis", true, ChangeAxis},
    {"Hardmax", "axis", true, ChangeAxis},
};

}  // namespace

std::span<const Parameter> Parameters() {
  static const std::vector<Parameter> kAll = [] {
    std::vector<Parameter> all(WindowParameters().begin(), WindowParameters().end());
    all.insert(all.end(), std::begin(kPlain), std::end(kPlain));
    return all;
  }();
  return kAll;
}

void ChangeArbitrarily(const ParameterCall& call, const Parameter& parameter) {
  constexpr int64_t kInts[] = {-2, -1, 0, 1, 2, 3, 5, 8, 16, 100};
  constexpr float kFloats[] = {0, -1, 1e-30F, -1e-5F, 10, 1e5F, 1e20F, -1e38F};
  const ops::Schema* schema = ops::FindSchema("", call.node.op, OpsetOf(call.model));
  const auto* spec = std::find_if(schema->attrs.begin(), schema->attrs.end(), [&](const auto& s) {
                       return s.name == parameter.attribute;
                     }).base();
  if (spec->kind == ops::AttrKind::kFloat) {
    call.node.attrs.Set(parameter.attribute, call.rng.Pick(std::span<const float>(kFloats)));
  } else if (spec->kind == ops::AttrKind::kInt) {
    call.node.attrs.Set(parameter.attribute, call.rng.Pick(std::span<const int64_t>(kInts)));
  } else if (spec->kind == ops::AttrKind::kInts) {
    std::vector<int64_t> list;
    if (const auto* set = call.node.attrs.Get<std::vector<int64_t>>(parameter.attribute))
      list = *set;
    if (list.empty()) list.assign(static_cast<size_t>(std::max(1, InputRank(call) - 2)), 1);
    list[static_cast<size_t>(call.rng.Int(0, static_cast<int64_t>(list.size()) - 1))] =
        call.rng.Pick(std::span<const int64_t>(kInts));
    call.node.attrs.Set(parameter.attribute, list);
  } else {
    parameter.change(call, parameter.attribute);
  }
}

}  // namespace assay::mutate
