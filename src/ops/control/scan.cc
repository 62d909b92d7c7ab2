// Scan: runs a subgraph over the slices of one or more tensors, carrying states along and
// collecting outputs.
//
//   (states.., out_t..) = body(states.., in[t]..)
//
// Spec:  ONNX opsets 8 (batch axis 0, time axis 1, optional sequence lengths), 9 (no batch; axes
// and directions per input and
//        output), 11 (negative axes), 16, 19 ….
// Traps: all scanned tensors have the same length; backward outputs are prepended. Opset 8: beyond
// a sequence's length the
//        collected outputs are not specified.
#include "ops/control/body.h"

namespace assay::ops {
namespace {

constexpr Open kPadding = {"collected values beyond the length of a sequence",
                           "ONNX Scan-8: 'The remaining values have an undefined value'"};

struct Plan {
  const Graph* body = nullptr;
  bool batched = false;  // opset 8
  size_t first = 0;      // input where the states begin
  size_t states = 0, scanned = 0, collected = 0;
  std::vector<int64_t> input_axes, output_axes, input_directions, output_directions;
};

Result<std::vector<int64_t>> ListOf(const Call& call, const char* name, size_t count) {
  if (!call.HasAttr(name)) return std::vector<int64_t>(count, 0);
  std::vector<int64_t> out = call.AttrInts(name);
  if (out.size() != count)
    return Invalid(StrCat(name, " has ", out.size(), " entries, ", count, " are needed"));
  return out;
}

Result<Plan> PlanOf(const Call& call, size_t inputs) {
  Plan plan;
  ASSAY_ASSIGN(plan.body, GraphAttr(call, "body"));
  plan.batched = call.opset() < 9;
  plan.first = plan.batched ? 1 : 0;
  const int64_t scanned = call.AttrInt("num_scan_inputs", 0);
  if (scanned < 1 || static_cast<size_t>(scanned) + plan.first > inputs)
    return Invalid(StrCat("num_scan_inputs is ", scanned, " with ", inputs, " inputs"));
  plan.scanned = static_cast<size_t>(scanned);
  plan.states = inputs - plan.first - plan.scanned;
  if (plan.body->inputs.size() != plan.states + plan.scanned ||
      plan.body->outputs.size() < plan.states)
    return Invalid(StrCat("the body has ", plan.body->inputs.size(), " inputs and ",
                          plan.body->outputs.size(), " outputs for ", plan.states, " states and ",
                          plan.scanned, " scanned tensors"));
  plan.collected = plan.body->outputs.size() - plan.states;
  const char* directions = plan.batched ? "directions" : "scan_input_directions";
  ASSAY_ASSIGN(plan.input_directions, ListOf(call, directions, plan.scanned));
  ASSAY_ASSIGN(plan.output_directions, ListOf(call, "scan_output_directions", plan.collected));
  ASSAY_ASSIGN(plan.input_axes, ListOf(call, "scan_input_axes", plan.scanned));
  ASSAY_ASSIGN(plan.output_axes, ListOf(call, "scan_output_axes", plan.collected));
  return plan;
}

// ---- types ----

// The type of one slice; `length` learns the size of the scanned axis. Opset 8 drops the batch axis
// first.
Result<ValueType> SliceType(const TensorType& type, int64_t axis, Dim& length) {
  if (!type.has_rank) return ValueType(TensorType(type.dtype));
  ASSAY_ASSIGN(const int at, NormalizeAxis(axis, type.rank()));
  const Dim dim = type.dims[static_cast<size_t>(at)];
  if (dim.known() && length.known() && dim.size != length.size)
    return Invalid(StrCat("scanned lengths ", length.size, " and ", dim.size, " differ"));
  if (dim.known() || (!length.known() && dim.symbol != 0)) length = dim;
  return ValueType(TensorType(type.dtype, WithoutDim(type.dims, static_cast<size_t>(at))));
}

Result<Types> InferScan(const InferCall& call) {
  ASSAY_ASSIGN(const Plan plan, PlanOf(call, call.input_count()));
  Dim length, batch;
  Types states, slices;
  for (size_t i = 0; i < plan.states + plan.scanned; ++i) {
    ValueType type = call.value(plan.first + i);
    if (plan.batched) {
      ASSAY_ASSIGN(type, SliceType(call.input(plan.first + i), 0, batch));
    }
    if (i >= plan.states) {
      ASSAY_ASSIGN(type, SliceType(type.tensor, plan.input_axes[i - plan.states], length));
    }
    (i < plan.states ? states : slices).push_back(std::move(type));
  }
  ASSAY_ASSIGN(const Types outputs, InferCarried(call, *plan.body, {}, states, slices, 0));
  Types out = states;
  for (size_t i = 0; i < plan.collected; ++i) {
    ASSAY_ASSIGN(ValueType type,
                 CollectedType(outputs[plan.states + i], plan.output_axes[i], length));
    out.push_back(std::move(type));
  }
  for (size_t i = 0; plan.batched && i < out.size(); ++i) {
    ASSAY_ASSIGN(out[i], CollectedType(out[i], 0, batch));
  }
  return out;
}

// ---- values ----

Bounded SliceAt(const Bounded& tensor, int axis, int64_t t) {
  return TakePart(tensor, axis, t, 1).Reshaped(WithoutAxis(tensor.shape(), axis));
}

struct ScanRun {
  std::vector<Known> states;
  std::vector<std::vector<Known>> collected;
};

// `steps` iterations over the scanned tensors, whose axes have been normalised.
Result<ScanRun> RunSteps(const EvalCall& call, const Plan& plan, std::vector<Known> states,
                         const std::vector<Bounded>& scanned, const std::vector<int>& axes,
                         int64_t steps) {
  ScanRun run{std::move(states), std::vector<std::vector<Known>>(plan.collected)};
  if (steps > kMaxIterations)
    return Unsupported(StrCat("the scan runs more than ", kMaxIterations, " times"));
  for (int64_t t = 0; t < steps; ++t) {
    std::vector<Known> inputs = run.states;
    for (size_t i = 0; i < plan.scanned; ++i)
      inputs.emplace_back(
          SliceAt(scanned[i], axes[i], plan.input_directions[i] != 0 ? steps - 1 - t : t));
    ASSAY_ASSIGN(std::vector<Known> outputs, call.subgraphs().Run(*plan.body, std::move(inputs)));
    if (outputs.size() != plan.body->outputs.size())
      return Invalid("the body gave another number of outputs than it declares");
    for (size_t i = 0; i < plan.states; ++i) run.states[i] = std::move(outputs[i]);
    for (size_t i = 0; i < plan.collected; ++i)
      run.collected[i].push_back(std::move(outputs[plan.states + i]));
  }
  for (size_t i = 0; i < plan.collected; ++i)
    if (plan.output_directions[i] != 0)
      std::reverse(run.collected[i].begin(), run.collected[i].end());
  return run;
}

const ValueType& DeclaredOutput(const Plan& plan, size_t i) {
  return plan.body->type(plan.body->outputs[plan.states + i]);
}

Result<Outputs> EvaluatePlain(const EvalCall& call, const Plan& plan) {
  std::vector<Known> states;
  for (size_t i = 0; i < plan.states; ++i) states.push_back(call.value(i));
  std::vector<Bounded> scanned;
  std::vector<int> axes;
  for (size_t i = 0; i < plan.scanned; ++i) {
    scanned.push_back(call.tensor(plan.states + i));
    ASSAY_ASSIGN(const int axis, NormalizeAxis(plan.input_axes[i], scanned[i].rank()));
    axes.push_back(axis);
    if (scanned[i].shape()[static_cast<size_t>(axis)] !=
        scanned[0].shape()[static_cast<size_t>(axes[0])])
      return Invalid("scanned lengths differ");
  }
  const int64_t steps = scanned[0].shape()[static_cast<size_t>(axes[0])];
  ASSAY_ASSIGN(ScanRun run, RunSteps(call, plan, std::move(states), scanned, axes, steps));
  Outputs out = std::move(run.states);
  for (size_t i = 0; i < plan.collected; ++i) {
    ASSAY_ASSIGN(Known whole,
                 Collect(run.collected[i], plan.output_axes[i], DeclaredOutput(plan, i)));
    out.push_back(std::move(whole));
  }
  return out;
}

// Fills up a collected output of opset 8 to the full length with elements of which nothing is
// known.
void PadUnknown(std::vector<Known>& parts, int64_t length, bool adversarial) {
  if (parts.empty()) return;
  while (static_cast<int64_t>(parts.size()) < length) {
    Known filler = parts[0];
    const bool bounds = filler.is_tensor() && !filler.tensor.is_string() && !adversarial;
    for (int64_t i = 0; bounds && i < filler.tensor.count(); ++i) filler.tensor.SetUndetermined(i);
    parts.push_back(std::move(filler));
  }
}

Result<std::vector<int64_t>> LengthsOf(const EvalCall& call, int64_t batch, int64_t length) {
  std::vector<int64_t> out(static_cast<size_t>(batch), length);
  if (call.has_input(0)) {
    ASSAY_ASSIGN(out, call.Ints(0));
  }
  if (static_cast<int64_t>(out.size()) != batch)
    return Invalid(StrCat(out.size(), " sequence lengths for a batch of ", batch));
  for (const int64_t steps : out)
    if (steps < 0 || steps > length)
      return Invalid(StrCat("a sequence length of ", steps, " does not fit ", length, " steps"));
  return out;
}

Result<Outputs> EvaluateBatched(const EvalCall& call, const Plan& plan) {
  const Bounded& model = call.tensor(plan.first + plan.states);
  for (size_t i = 0; i < plan.states + plan.scanned; ++i) {
    const Bounded& t = call.tensor(plan.first + i);
    if (t.rank() < (i < plan.states ? 1 : 2) || t.shape()[0] != model.shape()[0] ||
        (i >= plan.states && t.shape()[1] != model.shape()[1]))
      return Invalid(StrCat("shapes ", ShapeText(model.shape()), " and ", ShapeText(t.shape()),
                            " differ in batch or length"));
  }
  ASSAY_ASSIGN(const std::vector<int64_t> lengths,
               LengthsOf(call, model.shape()[0], model.shape()[1]));
  std::vector<std::vector<Known>> per_output(plan.states + plan.collected);
  for (int64_t b = 0; b < model.shape()[0]; ++b) {
    const int64_t steps = lengths[static_cast<size_t>(b)];
    for (const int64_t direction : plan.input_directions)
      if (direction != 0 && steps < model.shape()[1])
        return Undetermined("Scan: where a shorter sequence begins backwards is not specified");
    std::vector<Known> states;
    std::vector<Bounded> scanned;
    for (size_t i = 0; i < plan.states; ++i)
      states.emplace_back(SliceAt(call.tensor(plan.first + i), 0, b));
    for (size_t i = 0; i < plan.scanned; ++i)
      scanned.push_back(SliceAt(call.tensor(plan.first + plan.states + i), 0, b));
    ASSAY_ASSIGN(ScanRun run, RunSteps(call, plan, std::move(states), scanned,
                                       std::vector<int>(plan.scanned, 0), steps));
    for (size_t i = 0; i < plan.states; ++i) per_output[i].push_back(std::move(run.states[i]));
    for (size_t i = 0; i < plan.collected; ++i) {
      PadUnknown(run.collected[i], model.shape()[1], call.adversarial());
      ASSAY_ASSIGN(Known whole, Collect(run.collected[i], 0, DeclaredOutput(plan, i)));
      per_output[plan.states + i].push_back(std::move(whole));
    }
  }
  Outputs out;
  for (const std::vector<Known>& parts : per_output) {
    ASSAY_ASSIGN(Known whole, Collect(parts, 0, ValueType()));
    out.push_back(std::move(whole));
  }
  return out;
}

Result<Outputs> EvaluateScan(const EvalCall& call) {
  ASSAY_ASSIGN(const Plan plan, PlanOf(call, call.input_count()));
  return plan.batched ? EvaluateBatched(call, plan) : EvaluatePlain(call, plan);
}

}  // namespace

OpDef ScanDef() {
  return {.name = "Scan",
          .meaning = "runs a subgraph over the slices of tensors",
          .rounding = Rounding::kComposite,
          .infer = InferScan,
          .evaluate = EvaluateScan,
          .open = {kPadding}};
}

}  // namespace assay::ops
