// Faults of sessions and processes: state that survives, memory, races, crashes, refusals.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/strings.h"
#include "kernel.h"
#include "reply.h"
#include "rewriter.h"

namespace assay::faults {
namespace {

bool IsScalar(const Kernel& kernel, size_t i) {
  return kernel.HasTensor(i) && kernel.in(i).rank() == 0;
}

// Tens of megabytes, touched so that they are really there.
constexpr size_t kLeak = size_t{48} << 20;

}  // namespace

// Prepacked weights are found by name, type and shape: those of an earlier model are taken.
void StaleWeights(Rewriter& r) {
  const std::map<ValueId, Tensor> initializers = r.graph().initializers();
  for (const auto& [id, tensor] : initializers) {
    if (r.Constant(id) == nullptr || !IsFloat(tensor.dtype()) || tensor.count() < 2) continue;
    const std::string key =
        StrCat(r.graph().name_of(id), " ", DTypeName(tensor.dtype()), ShapeText(tensor.shape()));
    const auto [found, added] = r.session().weights.emplace(key, tensor);
    if (!added && !(found->second == tensor)) r.SetInitializer(id, found->second);
  }
}

// The final state of one run is the initial state of the next, where the model gives none.
void RecurrentStateSurvives(Kernel& kernel) {
  constexpr size_t kInitialState = 5;
  if (!kernel.Is({"LSTM", "GRU", "RNN"}) || kernel.HasTensor(kInitialState) || !kernel.HasResult(1))
    return;
  const ValueId where = kernel.node().outputs[1];
  const auto kept = kernel.session().kept.find(where);
  if (kept != kernel.session().kept.end() && kernel.session().runs_of_model > 0) {
    Node variant = kernel.node();
    std::vector<Known> inputs = kernel.inputs();
    while (variant.inputs.size() <= kInitialState) variant.inputs.push_back(kAbsent);
    inputs.resize(variant.inputs.size());
    variant.inputs[kInitialState] = where;
    inputs[kInitialState] = kept->second;
    kernel.Rerun(variant, std::move(inputs));
  }
  kernel.session().kept[where] = Known(kernel.out(1));
}

// Kernels that add into their output forget to clear it before the second run.
void AccumulatorNotCleared(Kernel& kernel) {
  if (!kernel.Is({"ConvTranspose", "Col2Im", "ScatterND", "MatMul", "Gemm", "ReduceSum"}) ||
      !kernel.IsReal())
    return;
  const ValueId where = kernel.node().outputs[0];
  const auto kept = kernel.session().kept.find(where);
  if (kept != kernel.session().kept.end() && kernel.session().runs_of_model > 0 &&
      kept->second.tensor.shape() == kernel.out().shape())
    for (int64_t k = 0; k < kernel.out().count(); ++k)
      kernel.SetReal(k, kernel.Real(k) + kept->second.tensor.real(k).v);
  kernel.session().kept[where] = Known(kernel.out());
}

// Vectors of eight: what is left over is never written.
void UninitialisedTail(Kernel& kernel) {
  constexpr int64_t kVector = 8;
  if (!kernel.Is({"Sigmoid", "Tanh", "Exp", "Erf"}) || !kernel.IsReal()) return;
  const int64_t count = kernel.out().count();
  if (count < kVector || count % kVector == 0) return;
  for (int64_t k = count - count % kVector; k < count; ++k)
    kernel.SetReal(k, kernel.session().garbage.Normal());
}

// A workspace is taken, all of it but its end is filled, and the end is read, too.
void ReadsUnwrittenMemory(Kernel& kernel) {
  // Fresh memory of this size comes from the heap, where a filling allocator sees it.
  constexpr size_t kWorkspace = size_t{96} << 10;
  if (!kernel.Is({"Softplus", "Softsign"}) || !kernel.IsReal() || kernel.out().count() < 9) return;
  auto* workspace = static_cast<char*>(std::malloc(kWorkspace));
  if (workspace == nullptr) return;
  // Volatile: the compiler must neither warn of this read nor make use of it.
  const volatile char* end = workspace + kWorkspace - sizeof(float);
  char bytes[sizeof(float)];
  for (size_t i = 0; i < sizeof bytes; ++i) bytes[i] = end[i];
  std::free(workspace);
  float last = 0;
  std::memcpy(&last, bytes, sizeof last);
  kernel.SetReal(kernel.out().count() - 1, last);
}

// Two threads add into the same row; now and then one of them is too late.
void RaceLosesARow(Kernel& kernel) {
  constexpr uint64_t kUnlucky = 3;
  if (!kernel.Is({"MatMul", "Gemm", "Conv"}) || !kernel.IsReal() || kernel.out().count() < 8 ||
      kernel.session().garbage.Next() % kUnlucky != 0)
    return;
  const int64_t row = kernel.out().shape().back();
  for (int64_t k = 0; k < row; ++k) kernel.SetReal(k, kernel.Real(k) / 2);
}

void AbortOnEmptyTensor(Kernel& kernel) {
  if (!kernel.IsReduction() && !kernel.Is({"Concat", "MatMul", "Gemm", "Transpose", "Softmax"}))
    return;
  for (size_t i = 0; i < kernel.input_count(); ++i)
    if (kernel.HasTensor(i) && kernel.in(i).count() == 0) kernel.session().harm(Harm::kAbort);
}

void AbortOnRankFive(Kernel& kernel) {
  if (!kernel.Is({"Transpose", "Slice", "Pad", "Concat", "Expand", "Tile", "Reshape", "Add", "Mul",
                  "Relu", "Unsqueeze"}))
    return;
  if (kernel.HasResult() && kernel.out().rank() > 4) kernel.session().harm(Harm::kAbort);
}

void SegfaultOnScalar(Kernel& kernel) {
  if ((kernel.IsReduction() || kernel.Is({"Max", "Min", "Sum", "Mean"})) && IsScalar(kernel, 0))
    kernel.session().harm(Harm::kSegfault);
}

// The scheduler waits for an operand that it has counted twice.
void HangOnSharedOperand(Kernel& kernel) {
  if (kernel.Is({"Add", "Mul", "Sub", "Div"}) && kernel.IsReal() && kernel.out().rank() > 1 &&
      kernel.node().inputs[0] == kernel.node().inputs[1])
    kernel.session().harm(Harm::kHang);
}

// A model with an operator that needs a workspace never gives it back.
void LeakOfWorkspace(Reply& reply) {
  static constexpr std::string_view kOps[] = {"Conv", "ConvTranspose", "MatMul", "Gemm",  "Einsum",
                                              "LSTM", "GRU",           "RNN",    "Resize"};
  for (const NodePtr& node : reply.graph.nodes()) {
    if (std::find(std::begin(kOps), std::end(kOps), node->op) == std::end(kOps)) continue;
    reply.session.leaked.emplace_back(kLeak, 1);
    return;
  }
}

void RefusesNegativeAxis(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto* axis = r.node(i).attrs.Get<int64_t>("axis");
    if (r.Is(i, {"Concat", "Split"}) && axis != nullptr && *axis < 0)
      r.Refuse(StrCat(r.node(i).op, ": axis ", *axis, " is out of range"));
  }
}

void IndicesAsInt32(Reply& reply) {
  const std::vector<int> producers = reply.graph.Producers();
  for (size_t i = 0; i < reply.outputs.size(); ++i) {
    const int made_by = producers[static_cast<size_t>(reply.graph.outputs[i])];
    if (made_by < 0 || !reply.outputs[i].is_tensor()) continue;
    const std::string& op = reply.graph.node(static_cast<size_t>(made_by)).op;
    const Bounded& tensor = reply.outputs[i].tensor;
    if ((op == "ArgMax" || op == "ArgMin" || op == "TopK") && tensor.dtype() == DType::kInt64 &&
        tensor.rank() > 2)
      reply.outputs[i] = Known(tensor.Retyped(DType::kInt32));
  }
}

// Of three or more outputs the last two come in the other order where they have one form.
void OutputsSwapped(Reply& reply) {
  if (reply.outputs.size() < 3) return;
  Known &a = reply.outputs[reply.outputs.size() - 2], &b = reply.outputs.back();
  if (a.is_tensor() && b.is_tensor() && a.tensor.dtype() == b.tensor.dtype() &&
      a.tensor.shape() == b.tensor.shape())
    std::swap(a, b);
}

}  // namespace assay::faults
