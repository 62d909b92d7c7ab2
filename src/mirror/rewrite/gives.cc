// What is known of the value that an operation gives.
#include "mirror/rewrite/literals.h"
#include "mirror/rewrite/operation_writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

// Without an axis it gives one number.
bool IsReduction(const std::string& name) {
  static const std::set<std::string> kAll = {"sum",
                                             "mean",
                                             "prod",
                                             "amax",
                                             "amin",
                                             "logsumexp",
                                             "var",
                                             "std",
                                             "norm",
                                             "all",
                                             "any",
                                             "logsumexp-where",
                                             "logsumexp-weighted",
                                             "det",
                                             "trace"};
  return kAll.contains(name);
}

// How many axes a new tensor has: by the shape that is asked for, or by the lists it is made of.
int RankOf(const Bound& bound) {
  const auto shape = bound.slots.find("shape");
  if (shape != bound.slots.end()) {
    const Value& value = shape->second.value;
    return value.is(Kind::kSequence) && !value.items.empty() ? static_cast<int>(value.items.size())
                                                             : -1;
  }
  const auto data = bound.slots.find("x");
  if (data == bound.slots.end() || !IsNumeric(data->second.value)) return -1;
  int rank = 0;
  for (Value at = data->second.value; at.is(Kind::kSequence); at = Value(at.items[0])) ++rank;
  return rank;
}

}  // namespace

Value OperationWriter::Gives(const Bound& bound) const {
  const std::string& gives = bound.operation->gives;
  const auto slot = [&](const std::string& name) {
    const auto found = bound.slots.find(name);
    return found == bound.slots.end() ? Value{} : found->second.value;
  };
  if (gives == "number") return Of(Kind::kFloat);
  if (gives == "integer") return Of(Kind::kInteger);
  if (gives == "truth") return Of(Kind::kBool);
  if (gives == "text") return Of(Kind::kText);
  if (gives == "list" || gives == "tensors") return Of(Kind::kSequence);
  if (gives == "shape") return Of(Kind::kShape);
  if (gives == "none") return Of(Kind::kNone);
  if (gives == "array") return Of(Kind::kArray);
  if (gives == "dtype") return Of(Kind::kDtype, slot("x").dtype);
  if (gives == "any") return {};
  if (gives == "function") {
    Value out = slot("function");
    if (!out.is(Kind::kObject)) out.kind = Kind::kFunction;
    return out;
  }
  if (gives == "object") {
    Value out = Of(Kind::kObject);
    out.path = bound.spelling->callee;
    return out;
  }
  if (gives == "function-of-tensors") {
    Value out = Of(Kind::kFunction);
    out.path = "tensors";
    out.functions = slot("function").functions;
    return out;
  }
  if (gives == "joined") {
    const Value parts = slot("tensors");
    Value out = Of(Kind::kTensor, parts.items.empty() ? "" : parts.items[0].dtype);
    for (const Value& one : parts.items) out.dtype = Promote(out.dtype, one.dtype);
    return out;
  }
  if (gives == "filled")
    return Of(Kind::kTensor, slot("value").is(Kind::kFloat) ? "float32" : slot("value").dtype);
  Value dtype = slot("dtype");
  Value out = Of(Kind::kTensor, slot("x").is(Kind::kTensor) ? slot("x").dtype : "");
  if (slot("y").is(Kind::kTensor)) out.dtype = Promote(out.dtype, slot("y").dtype);
  if (gives == "pair") {
    Value both = Of(Kind::kSequence);
    both.items = {out, Of(Kind::kTensor, "int64")};
    return both;
  }
  if (gives == "tensor-pair") {
    Value both = Of(Kind::kSequence);
    both.items = {out, out};
    return both;
  }
  if (gives == "real" && out.dtype == "complex64") out.dtype = "float32";
  if (gives == "real" && out.dtype == "complex128") out.dtype = "float64";
  if (gives == "float" && !IsFloating(out.dtype) && !IsComplexType(out.dtype) && !out.dtype.empty())
    out.dtype = "float32";
  if (!rules_.Dtype(to_, gives).empty()) out.dtype = gives;
  if (gives == "made") {
    Value all = Of(Kind::kSequence);
    for (const std::string& one : bound.operation->infers)
      all.items.push_back(one == "float" ? Of(Kind::kFloat) : slot(one));
    std::erase_if(all.items, [](const Value& one) { return one.is(Kind::kUnknown); });
    out.dtype = reads_.StandardType(NumericType(all), memory_.wide);
    if (slot("like").is(Kind::kTensor)) out.dtype = slot("like").dtype;
  }
  if (!dtype.dtype.empty()) out.dtype = dtype.dtype;
  if (gives == "made") out.rank = RankOf(bound);
  const std::string& name = bound.operation->name;
  out.dense = gives == "made" || name == "clone" || (name == "reshape" && slot("x").dense);
  out.scalar = IsReduction(bound.operation->name) && !bound.slots.contains("axis") &&
               !bound.slots.contains("keepdims");
  if (const auto grad = bound.slots.find("requires_grad"); grad != bound.slots.end())
    out.leaf = grad->second.text == "True";
  if (bound.operation->name == "variable") out.leaf = true;
  return out;
}
}  // namespace assay::mirror
