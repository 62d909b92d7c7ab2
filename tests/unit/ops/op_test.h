// Helpers for operator tests: run one operator on a few values, and read what came out.
//
//   const auto y = RunOp("Gather", {{"axis", int64_t{1}}}, {Floats({2, 2}, {1, 2, 3, 4}), Ints({1},
//   {0})}); EXPECT_THAT(Values(y), ElementsAre(1, 3));
//
// RunOp checks the node against its schema, infers, evaluates, and holds the inferred types against
// the results.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ops/infer.h"
#include "ops/op.h"

namespace assay::ops {

inline constexpr int kTestOpset = 25;

// ---- making values ----

inline Known Numbers(DType dtype, Shape shape, const std::vector<double>& values) {
  return Known(Bounded::From(MakeTensor(dtype, std::move(shape), values), Rules()).value());
}
inline Known Floats(Shape shape, const std::vector<double>& values) {
  return Numbers(DType::kFloat32, std::move(shape), values);
}
inline Known Ints(Shape shape, const std::vector<double>& values) {
  return Numbers(DType::kInt64, std::move(shape), values);
}
inline Known Bools(Shape shape, const std::vector<double>& values) {
  return Numbers(DType::kBool, std::move(shape), values);
}
inline Known Strings(Shape shape, const std::vector<std::string>& values) {
  return Known(Bounded::From(Tensor(std::move(shape), values), Rules()).value());
}
// Elements that are only known to lie in intervals.
inline Known Reals(Shape shape, const std::vector<Real>& values, DType dtype = DType::kFloat32) {
  Bounded out(dtype, std::move(shape));
  for (size_t i = 0; i < values.size(); ++i) out.set(static_cast<int64_t>(i), values[i]);
  return Known(std::move(out));
}
inline Known IntRanges(Shape shape, const std::vector<Int>& values, DType dtype = DType::kInt64) {
  Bounded out(dtype, std::move(shape));
  for (size_t i = 0; i < values.size(); ++i) out.set(static_cast<int64_t>(i), values[i]);
  return Known(std::move(out));
}
inline Real Between(double lo, double hi) { return {(lo + hi) / 2, lo, hi, Nan::kNever}; }

inline ValueType TypeOf(const Known& known) {
  switch (known.kind) {
    case Known::Kind::kTensor:
      return ValueType(TensorType(known.tensor.dtype(), known.tensor.shape()));
    case Known::Kind::kSequence:
    case Known::Kind::kOptional: {
      ValueType element = known.items.empty() ? ValueType() : TypeOf(known.items[0]);
      for (const Known& item : known.items)
        element = Join(element, TypeOf(item)).value_or(ValueType());
      return known.kind == Known::Kind::kSequence ? ValueType::SequenceOf(element)
                                                  : ValueType::OptionalOf(element);
    }
    default:
      return ValueType();
  }
}

// ---- running ----

struct RunOptions {
  int opset = kTestOpset;
  size_t outputs = 1;
  std::string domain = "";
  Rules rules = {};
  Rng* adversary = nullptr;
  SubgraphRunner* subgraphs = nullptr;
};

// Absent inputs are default-made Knowns.
inline Result<Outputs> RunOp(const std::string& name, Attrs attrs, const std::vector<Known>& inputs,
                             const RunOptions& options = {}) {
  const OpDef* op = FindOp(options.domain, name);
  if (op == nullptr) return Unsupported(StrCat("no operator ", name));
  Graph graph;
  Node node{.op = name, .domain = options.domain, .attrs = std::move(attrs)};
  std::vector<ValueType> types;
  bool has_graph = false;
  for (const auto& [key, attr] : node.attrs)
    has_graph = has_graph || std::holds_alternative<GraphPtr>(attr);
  for (const Known& input : inputs) {
    types.push_back(TypeOf(input));
    node.inputs.push_back(input.present() ? graph.AddValue(graph.FreshName("in"), types.back())
                                          : kAbsent);
  }
  for (size_t i = 0; i < options.outputs; ++i)
    node.outputs.push_back(graph.AddValue(graph.FreshName("out")));
  ASSAY_RETURN_IF_ERROR(CheckAgainstSchema(graph, node, options.opset));
  Types inferred;
  const std::vector<const Tensor*> unknown(inputs.size(), nullptr);
  if (!has_graph) {
    ASSAY_ASSIGN(inferred, op->infer(InferCall(node, options.opset, types, unknown, nullptr)));
    // The same with every tensor known beforehand.
    std::vector<Tensor> tensors(inputs.size());
    std::vector<const Tensor*> constants(inputs.size(), nullptr);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].is_tensor() || !inputs[i].tensor.exact()) continue;
      tensors[i] = inputs[i].tensor.ToTensor();
      constants[i] = &tensors[i];
    }
    ASSAY_ASSIGN(const Types precise,
                 op->infer(InferCall(node, options.opset, types, constants, nullptr)));
    for (size_t i = 0; i < precise.size(); ++i)
      EXPECT_TRUE(Unify(precise[i], inferred[i]).has_value()) << TypeText(precise[i]);
    inferred = precise;
  }
  Rng random(1);
  const EvalCall call(node, options.opset, inputs, options.rules, options.adversary, random,
                      options.subgraphs);
  ASSAY_ASSIGN(Outputs outputs, op->evaluate(call));
  for (size_t i = 0; i < inferred.size() && i < outputs.size(); ++i)
    if (outputs[i].is_tensor()) {
      EXPECT_TRUE(Unify(inferred[i], TypeOf(outputs[i])).has_value())
          << TypeText(inferred[i]) << " " << TypeText(TypeOf(outputs[i]));
    }
  return outputs;
}

// ---- reading ----

// The values v of output `i`; integers as doubles.
inline std::vector<double> Values(const Known& known) {
  std::vector<double> out;
  for (int64_t i = 0; i < known.tensor.count(); ++i)
    out.push_back(known.tensor.is_real() ? known.tensor.real(i).v
                                         : static_cast<double>(known.tensor.integer(i).v));
  return out;
}
inline std::vector<double> Values(const Result<Outputs>& result, size_t i = 0) {
  EXPECT_TRUE(result.ok()) << result.error().message;
  return result.ok() ? Values((*result)[i]) : std::vector<double>();
}
inline Shape ShapeOf(const Result<Outputs>& result, size_t i = 0) {
  EXPECT_TRUE(result.ok()) << result.error().message;
  return result.ok() ? (*result)[i].tensor.shape() : Shape{-1};
}
// True when every element of output `i` is certain.
inline bool Exact(const Result<Outputs>& result, size_t i = 0) {
  return result.ok() && (*result)[i].tensor.exact();
}
inline std::string MessageOf(const Result<Outputs>& result) {
  return result.ok() ? "(no error)" : result.error().message;
}
inline bool IsUndetermined(const Result<Outputs>& result) {
  return !result.ok() && result.error().kind == ErrorKind::kUndetermined;
}

}  // namespace assay::ops
