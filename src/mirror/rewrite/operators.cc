// Operators, comparisons, subscripts: Python's own, with what the frameworks' tensors do
// differently.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

// The text between two nodes.
std::string Between(const std::string& text, const program::Node& a, const program::Node& b) {
  return text.substr(a.span().end, b.span().begin - a.span().end);
}

}  // namespace

std::string Writer::CastTo(const Written& written, const std::string& dtype) const {
  return StrCat("tf.cast(", written.text, ", ", rules_.Dtype("tensorflow", dtype), ")");
}

// TensorFlow promotes nothing: what the others do by themselves is written out.
void Writer::Harmonise(Written& left_side, Written& right_side, const std::string& sign) {
  if (to_ != "tensorflow") return;
  Value &a = left_side.value, &b = right_side.value;
  std::string want;
  if (a.is(Kind::kTensor) && b.is(Kind::kTensor)) want = Promote(a.dtype, b.dtype);
  if (a.is(Kind::kTensor) && (b.is(Kind::kFloat)) && IsIntegral(a.dtype)) want = "float32";
  if (b.is(Kind::kTensor) && (a.is(Kind::kFloat)) && IsIntegral(b.dtype)) want = "float32";
  const auto with = [&](Kind number, const auto& fits) {
    return (a.is(Kind::kTensor) && fits(a.dtype) && b.is(number)) ||
           (b.is(Kind::kTensor) && fits(b.dtype) && a.is(number));
  };
  const auto is_truth = [](const std::string& type) { return type == "bool"; };
  if (with(Kind::kFloat, is_truth)) want = "float32";
  const auto is_wide = [](const std::string& type) { return type == "float64"; };
  const auto is_real = [](const std::string& type) {
    return IsFloating(type) || IsIntegral(type) || type == "bool";
  };
  if (with(Kind::kComplex, is_real))
    want = with(Kind::kComplex, is_wide) ? "complex128" : "complex64";
  // PyTorch subtracts no truths, and neither does TensorFlow.
  if (with(Kind::kInteger, is_truth) &&
      (sign == "+" || sign == "*" || (sign == "-" && from_ != "torch")))
    want = "int64";
  if (sign == "/" && (IsIntegral(a.dtype) || a.dtype == "bool") && !IsFloating(b.dtype) &&
      !IsComplexType(b.dtype))
    want = "float32";
  if (want.empty()) return;
  for (Written* side : {&left_side, &right_side})
    if (side->value.is(Kind::kTensor) && side->value.dtype != want) {
      Note(StrCat("TensorFlow does not promote element types: cast to ", want));
      *side = {CastTo(*side, want), Of(Kind::kTensor, want), true};
    }
}

Written Writer::WriteBinary(const Node& node) {
  const Node left_node = node.field("left"), right_node = node.field("right");
  const std::string sign(node.field("operator").text());
  Written a = Write(left_node), b = Write(right_node);
  Harmonise(a, b, sign);
  Written out;
  // TensorFlow's product takes no vectors.
  if (sign == "@" && to_ == "tensorflow" && running_.empty() &&
      ((a.value.rank == 1 && b.value.rank > 0) || (b.value.rank == 1 && a.value.rank > 0))) {
    out.text = b.value.rank == 1 && a.value.rank == 1
                   ? StrCat("tf.tensordot(", a.text, ", ", b.text, ", 1)")
               : b.value.rank == 1
                   ? StrCat("tf.linalg.matvec(", a.text, ", ", b.text, ")")
                   : StrCat("tf.linalg.matvec(", b.text, ", ", a.text, ", transpose_a=True)");
    out.value = Of(Kind::kTensor, Promote(a.value.dtype, b.value.dtype));
    out.value.scalar = a.value.rank == 1 && b.value.rank == 1;
    out.tight = true;
    return out;
  }
  // A function may be called with others, and for each row of them.
  if (sign == "@" && to_ == "tensorflow" &&
      (a.value.rank < 2 || b.value.rank < 2 || !running_.empty()) && !a.value.is(Kind::kArray) &&
      !b.value.is(Kind::kArray)) {
    out.text = StrCat(Helper("product"), "(", a.text, ", ", b.text, ")");
    out.value = Of(Kind::kTensor, Promote(a.value.dtype, b.value.dtype));
    out.tight = true;
    return out;
  }
  if (to_ == "tensorflow" && a.value.is(Kind::kTensor) && b.value.is(Kind::kTensor) &&
      a.value.dtype == "bool" && b.value.dtype == "bool" && (sign == "+" || sign == "*")) {
    // Truths add up to truths.
    out.text =
        StrCat(sign == "+" ? "tf.logical_or(" : "tf.logical_and(", a.text, ", ", b.text, ")");
    out.value = Of(Kind::kTensor, "bool");
    out.tight = true;
    return out;
  }
  if (to_ == "tensorflow" && a.value.is(Kind::kTensor) && (sign == "<<" || sign == ">>")) {
    // Its tensors have no operators for shifts.
    out.text = StrCat(sign == "<<" ? "tf.bitwise.left_shift(" : "tf.bitwise.right_shift(", a.text,
                      ", ", b.text, ")");
    out.value = Of(Kind::kTensor, a.value.dtype);
    out.tight = true;
    return out;
  }
  out.text = a.text + Between(tree_->text(), left_node, right_node) + b.text;
  const bool tensor = a.value.is(Kind::kTensor) || b.value.is(Kind::kTensor);
  if (tensor) {
    const auto type = [&](const Written& one, const Written& other) -> std::string {
      if (one.value.is(Kind::kTensor)) return one.value.dtype;
      if (one.value.is(Kind::kFloat) && IsIntegral(other.value.dtype)) return "float32";
      return other.value.dtype;
    };
    out.value = Of(Kind::kTensor, Promote(type(a, b), type(b, a)));
    if (sign == "/" && IsIntegral(out.value.dtype)) out.value.dtype = "float32";
    out.value.scalar = (a.value.scalar || a.value.number()) && (b.value.scalar || b.value.number());
  } else if (a.value.is(Kind::kArray) || b.value.is(Kind::kArray)) {
    out.value = Of(Kind::kArray);
  } else if (a.value.number() && b.value.number()) {
    const bool complex = a.value.is(Kind::kComplex) || b.value.is(Kind::kComplex);
    const bool whole = a.value.is(Kind::kInteger) && b.value.is(Kind::kInteger) && sign != "/";
    out.value = Of(complex ? Kind::kComplex : whole ? Kind::kInteger : Kind::kFloat);
  } else if ((a.value.loose && (b.value.loose || b.value.number())) ||
             (b.value.loose && a.value.number())) {
    out.value.loose = true;
  } else if (a.value.is(Kind::kText)) {
    out.value = Of(Kind::kText);
  } else if (a.value.is(Kind::kSequence) && sign == "*") {
    out.value = a.value;
  }
  return out;
}

Written Writer::WriteComparison(const Node& node) {
  const std::vector<Node> parts = node.children();
  if (parts.size() != 2) {
    Written out = Generic(node);
    out.value = Of(Kind::kBool);
    return out;
  }
  Written a = Write(parts[0]), b = Write(parts[1]);
  const std::string between = Between(tree_->text(), parts[0], parts[1]);
  if (between.find("in") == std::string::npos && between.find("is") == std::string::npos)
    Harmonise(a, b, "<");
  Written out{a.text + between + b.text, Of(Kind::kBool), false};
  if (a.value.is(Kind::kTensor) || b.value.is(Kind::kTensor)) out.value = Of(Kind::kTensor, "bool");
  if (a.value.is(Kind::kArray) || b.value.is(Kind::kArray)) out.value = Of(Kind::kArray);
  if (a.value.is(Kind::kUnknown) && b.value.is(Kind::kUnknown)) out.value = {};
  if (a.value.is(Kind::kUnknown) && b.value.number()) out.value = {};
  if (to_ == "torch" && b.value.is(Kind::kUnknown) && a.value.number()) out.value = {};
  out.value.loose = out.value.is(Kind::kUnknown) && (a.value.loose || b.value.loose);
  return out;
}

Written Writer::WriteUnary(const Node& node) {
  const Node argument = node.field("argument");
  Written inner = Write(argument);
  Written out;
  out.text = tree_->text().substr(node.span().begin, argument.span().begin - node.span().begin) +
             inner.text;
  out.value = node.is("not_operator") ? Of(Kind::kBool) : inner.value;
  out.value.leaf = false;
  // TensorFlow negates no unsigned numbers.
  if (to_ == "tensorflow" && out.text.starts_with('-') && inner.value.is(Kind::kTensor) &&
      inner.value.dtype.starts_with("uint")) {
    out.text = StrCat("(tf.zeros_like(", inner.text, ") - ", Tight(inner), ")");
    out.tight = true;
  }
  return out;
}

Written Writer::WriteConditional(const Node& node) {
  Written out = Generic(node);
  const std::vector<Node> parts = node.children();
  if (node.is("boolean_operator")) out.value = Of(Kind::kBool);
  if (node.is("conditional_expression") && parts.size() == 3) {
    const Value a = Write(parts[0]).value, b = Write(parts[2]).value;
    out.value = Merge(a, b);
  }
  return out;
}

std::string Writer::WriteIndex(const Node& node, bool* simple) {
  std::vector<std::string> parts;
  *simple = true;
  for (const Node& part : node.children()) {
    if (part.id() == node.field("value").id() || part.is("comment")) continue;
    Written index = Write(part);
    if (part.is("slice")) *simple = false;
    if (to_ == "jax" && index.value.is(Kind::kSequence) && part.is("list"))
      index.text = StrCat("jnp.array(", index.text, ")");
    parts.push_back(index.text);
  }
  if (parts.size() != 1) *simple = false;
  return Join(parts, ", ");
}

// Whether an index is more than the numbers, slices and new axes that TensorFlow takes.
bool Writer::HasArrays(const std::vector<Node>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](const Node& part) {
    const Value index = Write(part).value;
    return index.is(Kind::kArray) || part.is("list") || part.is("true") || part.is("false") ||
           (index.is(Kind::kTensor) && !index.scalar);
  });
}

Written Writer::WriteSubscript(const Node& node) {
  const Node owner_node = node.field("value");
  const Written owner = Write(owner_node);
  std::vector<Node> parts;
  for (const Node& part : node.children())
    if (part.id() != owner_node.id() && !part.is("comment")) parts.push_back(part);
  if (owner.value.is(Kind::kTensor) && parts.size() == 1) {
    const Written index = Write(parts[0]);
    Written out{"", Of(Kind::kTensor, owner.value.dtype), true};
    const bool mask = index.value.is(Kind::kTensor) && index.value.dtype == "bool";
    const bool places =
        (index.value.is(Kind::kTensor) && IsIntegral(index.value.dtype) && !index.value.scalar) ||
        (parts[0].is("list"));
    if (to_ == "tensorflow" && mask) {
      out.text = StrCat("tf.boolean_mask(", owner.text, ", ", index.text, ")");
      return out;
    }
    if (to_ == "tensorflow" && places) {
      out.text = StrCat("tf.gather(", owner.text, ", ", index.text, ")");
      return out;
    }
    if (to_ == "torch" && parts[0].is("slice") && parts[0].text() == "::-1") {
      out.text = StrCat("torch.flip(", owner.text, ", (0,))");
      return out;
    }
  }
  bool simple = false;
  Written out{StrCat(Tight(owner), "[", WriteIndex(node, &simple), "]"), {}, true};
  if (owner.value.is(Kind::kTensor)) out.value = Of(Kind::kTensor, owner.value.dtype);
  if (owner.value.is(Kind::kArray)) out.value = Of(Kind::kArray);
  if (owner.value.is(Kind::kShape)) out.value = Of(simple ? Kind::kInteger : Kind::kShape);
  if (owner.value.is(Kind::kSequence) && parts.size() == 1 && !owner.value.items.empty()) {
    if (parts[0].is("integer")) {
      const size_t place = static_cast<size_t>(std::atoi(std::string(parts[0].text()).c_str()));
      if (place < owner.value.items.size()) out.value = owner.value.items[place];
    } else if (parts[0].is("slice")) {
      out.value = Of(Kind::kSequence);
    }
  }
  // PyTorch has no steps backwards.
  const bool backwards =
      owner.value.is(Kind::kTensor) && std::any_of(parts.begin(), parts.end(), [](const Node& one) {
        const std::string_view slice = one.text();
        const size_t second = slice.find(':') == std::string_view::npos
                                  ? slice.npos
                                  : slice.find(':', slice.find(':') + 1);
        return one.is("slice") && second != slice.npos &&
               slice.find('-', second) != std::string_view::npos;
      });
  if (to_ == "torch" && backwards)
    out.text =
        StrCat(Helper("stepped"), "(", owner.text, ", np.s_[", WriteIndex(node, &simple), "])");
  if (to_ == "tensorflow" && owner.value.is(Kind::kTensor) && HasArrays(parts))
    out.text =
        StrCat(Helper("taken"), "(", owner.text, ", np.s_[", WriteIndex(node, &simple), "])");
  return out;
}

}  // namespace assay::mirror
