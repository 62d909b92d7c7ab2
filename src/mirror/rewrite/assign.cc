// Assignments, and what changes a tensor in its place: TensorFlow's and JAX's never change.
#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

}  // namespace

Written Writer::WriteAssignment(const Node& node) {
  const std::string& text = tree_->text();
  const Node target = node.field("left"), right_node = node.field("right"),
             type = node.field("type");
  if (!right_node.present()) return Generic(node);
  const std::string path = PathOf(target);
  if (!path.empty() && OfSource(path)) {
    Use(path, node, "-", "idiom");
    Note(StrCat("line ", node.line(), ": the setting ", path, " means nothing in ", to_,
                "; left out"));
    return {};
  }
  Written value = Write(right_node);
  if (target.is("subscript"))
    if (auto made = ItemAssignment(target, value.text, "")) return {*made, {}, false};
  if (from_ == "torch" && target.is("attribute")) {
    const std::string name(target.field("attribute").text()), owner(target.field("object").text());
    if (name == "grad")
      return {StrCat(owner, "_grad = ", value.text == "None" ? "0.0" : value.text), {}, false};
    if (name == "requires_grad") {
      Value known = Lookup(owner);
      known.leaf = true;
      Bind(owner, known);
      Use("torch.Tensor.requires_grad", node, to_ == "jax" ? "jax.grad" : "tf.Variable", "idiom");
      return {to_ == "tensorflow" ? StrCat(owner, " = tf.Variable(", owner, ")") : "", {}, false};
    }
  }
  if (value.value.leaf && from_ == "torch" && to_ == "tensorflow" &&
      !value.text.starts_with("tf.Variable(")) {
    value.text = StrCat("tf.Variable(", value.text, ")");
    Use("torch.Tensor.requires_grad", node, "tf.Variable", "idiom");
  }
  if (target.is("identifier")) {
    Bind(std::string(target.text()), value.value);
    graded_.erase(std::string(target.text()));
  } else if (target.is("attribute") && target.field("object").text() == "self" &&
             !classes_.empty()) {
    memory_.attributes[StrCat(classes_.back(), ".", target.field("attribute").text())] =
        value.value;
  } else if (!target.is("attribute")) {
    BindPattern(target, value.value);
  }
  Written out;
  const Node before = type.present() ? type : target;
  out.text = target.is("identifier") || target.is("pattern_list") || target.is("tuple_pattern")
                 ? std::string(target.text())
                 : Write(target).text;
  if (type.present()) out.text += ": " + Write(type).text;
  out.text +=
      text.substr(before.span().end, right_node.span().begin - before.span().end) + value.text;
  if (target.is("identifier") && memory_.accumulating.contains(std::string(target.text())))
    out.text += StrCat("\n", Indent(node), target.text(), "_grad = 0.0");
  out.value = value.value;
  return out;
}

Written Writer::WriteAugmented(const Node& node) {
  const Node target = node.field("left"), right_node = node.field("right");
  std::string sign(node.field("operator").text());
  sign = sign.substr(0, sign.size() - 1);
  Written value = Write(right_node);
  if (target.is("subscript"))
    if (auto made = ItemAssignment(target, value.text, sign)) return {*made, {}, false};
  Written object = Write(target);
  // A variable of TensorFlow is changed by methods only.
  if (from_ == "torch" && to_ == "tensorflow" && object.value.leaf) {
    const std::string name(target.text());
    if (sign == "-" || sign == "+")
      return {
          StrCat(name, sign == "-" ? ".assign_sub(" : ".assign_add(", value.text, ")"), {}, false};
    return {StrCat(name, ".assign(", name, " ", sign, " ", Tight(value), ")"), {}, false};
  }
  if (to_ == "tensorflow" && object.value.is(Kind::kTensor)) {
    const std::string before = object.text;
    Harmonise(object, value, sign);
    if (object.text != before)
      return {StrCat(target.text(), " = ", object.text, " ", sign, " ", Tight(value)), {}, false};
  }
  return {StrCat(target.text(), " ", sign, "= ", value.text), {}, false};
}

// x[index] = value, or with an operation between.
std::optional<std::string> Writer::ItemAssignment(const Node& target, const std::string& value,
                                                  const std::string& sign) {
  if (from_ != "torch") return std::nullopt;
  const Written owner = Write(target.field("value"));
  if (!owner.value.is(Kind::kTensor)) return std::nullopt;
  bool simple = false;
  const std::string index = WriteIndex(target, &simple);
  const std::string name(target.field("value").text());
  Use("torch.Tensor.__setitem__", target,
      to_ == "jax" ? "jax.Array.at" : "tf.tensor_scatter_nd_update", "idiom");
  if (to_ == "jax") {
    const std::string method = sign.empty()  ? "set"
                               : sign == "+" ? "add"
                               : sign == "*" ? "multiply"
                               : sign == "/" ? "divide"
                                             : "";
    if (method.empty())
      return StrCat(name, " = ", owner.text, ".at[", index, "].set(", owner.text, "[", index, "] ",
                    sign, " ", value, ")");
    return StrCat(name, " = ", owner.text, ".at[", index, "].", method, "(", value, ")");
  }
  const std::string place = simple ? index : StrCat("np.s_[", index, "]");
  const std::string now =
      sign.empty() ? value : StrCat(owner.text, "[", index, "] ", sign, " ", value);
  return StrCat(name, " = ", Helper("with_item"), "(", owner.text, ", ", place, ", ", now, ")");
}

Written Writer::WriteExpressionStatement(const Node& node) {
  const std::vector<Node> children = node.children();
  if (children.size() == 1 && children[0].is("call") && from_ == "torch")
    if (auto made = InPlaceStatement(children[0])) return {*made, {}, false};
  Written out = Generic(node);
  // What a rule turned into nothing.
  if (out.text == "None" && children.size() == 1 && !children[0].is("none")) out.text.clear();
  return out;
}

// x.add_(y) alone in its line.
std::optional<std::string> Writer::InPlaceStatement(const Node& call) {
  const Node callee = call.field("function");
  if (!callee.is("attribute")) return std::nullopt;
  const std::string name(callee.field("attribute").text());
  if (!name.ends_with("_") || name.ends_with("__")) return std::nullopt;
  const Node object = callee.field("object");
  const std::string path = PathOf(callee);
  if (!path.empty() && !OfSource(path)) return std::nullopt;
  Node changed = object;
  if (!path.empty()) {
    const std::vector<Node> arguments = call.field("arguments").children();
    if (arguments.empty()) return std::nullopt;
    changed = arguments[0];
  }
  if (object.is("attribute") && object.field("attribute").text() == "grad" && name == "zero_") {
    const Written grad = Write(object);
    return StrCat(grad.text, " = 0.0");
  }
  const bool leaf = changed.is("identifier") && Lookup(std::string(changed.text())).leaf;
  Written made = Write(call);
  if (leaf && to_ == "tensorflow" && name != "requires_grad_")
    return StrCat(changed.text(), ".assign(", made.text, ")");
  made.value.leaf = made.value.leaf || leaf;
  if (changed.is("subscript")) return ItemAssignment(changed, made.text, "");
  if (!changed.is("identifier") && !changed.is("attribute")) return made.text;
  if (changed.is("identifier")) {
    Bind(std::string(changed.text()), made.value);
    if (made.value.leaf && to_ == "tensorflow")
      return StrCat(changed.text(), " = tf.Variable(", made.text, ")");
    if (made.text == changed.text()) return "";
  }
  Note(StrCat("line ", call.line(), ": ", name,
              " changes in place; here the name gets the new value"));
  return StrCat(changed.text(), " = ", made.text);
}

}  // namespace assay::mirror
