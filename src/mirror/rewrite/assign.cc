// Assignments, plain ones and those to a part of a tensor.
#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {

Written Writer::WriteAssignment(const Node& node) {
  const std::string& text = tree_->text();
  const Node target = node.field("left"), right_node = node.field("right"),
             type = node.field("type");
  if (!right_node.present()) return Generic(node);
  const std::string path = names_.PathOf(target);
  if (!path.empty() && names_.OfSource(path)) {
    log_.Use(path, node, "-", "idiom");
    log_.Note(StrCat("line ", node.line(), ": the setting ", path, " means nothing in ", to_,
                     "; left out"));
    return {};
  }
  Written value = Write(right_node);
  if (target.is("subscript"))
    if (auto made = ItemAssignment(target, value.text, "")) return {*made, {}, false};
  if (source_.changes_in_place && target.is("attribute")) {
    const std::string name(target.field("attribute").text()), owner(target.field("object").text());
    if (name == "grad")
      return {StrCat(owner, "_grad = ", value.text == "None" ? "0.0" : value.text), {}, false};
    if (name == "requires_grad") {
      Value known = names_.Lookup(owner);
      known.leaf = true;
      names_.Bind(owner, known);
      log_.Use("torch.Tensor.requires_grad", node, std::string(target_.leaf), "idiom");
      return {target_.variables ? StrCat(owner, " = tf.Variable(", owner, ")") : "", {}, false};
    }
  }
  if (value.value.leaf && source_.changes_in_place && target_.variables &&
      !value.text.starts_with("tf.Variable(")) {
    value.text = StrCat("tf.Variable(", value.text, ")");
    log_.Use("torch.Tensor.requires_grad", node, "tf.Variable", "idiom");
  }
  NoteAliases(target, right_node, value.value);
  if (target.is("identifier")) {
    names_.Bind(std::string(target.text()), value.value);
    graded_.erase(std::string(target.text()));
  } else if (target.is("attribute") && target.field("object").text() == "self" &&
             !classes_.empty()) {
    memory_.attributes[StrCat(classes_.back(), ".", target.field("attribute").text())] =
        value.value;
  } else if (!target.is("attribute")) {
    names_.BindPattern(target, value.value);
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
  if (target.is("subscript") && source_.changes_in_place)  // an array of numpy, or a list
    out.text = WithFollowers(out.text, RootName(target), node);
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
  const std::string name(target.text());
  const bool tensor = object.value.is(Kind::kTensor) || object.value.is(Kind::kArray);
  if (source_.changes_in_place && tensor) CheckOutside(name, node);
  const auto followed = [&](const std::string& text) -> Written {
    return {source_.changes_in_place && tensor ? WithFollowers(text, RootName(target), node) : text,
            {},
            false};
  };
  // A variable of TensorFlow is changed by methods only.
  if (source_.changes_in_place && target_.variables && object.value.leaf &&
      target.is("identifier")) {
    if (sign == "-" || sign == "+")
      return followed(StrCat(name, sign == "-" ? ".assign_sub(" : ".assign_add(", value.text, ")"));
    return followed(StrCat(name, ".assign(", name, " ", sign, " ", Tight(value), ")"));
  }
  const std::string before = object.text;
  if (object.value.is(Kind::kTensor)) ops_.Harmonise(object, value, sign);
  const std::string operand = right_node.is("integer") ? value.text : Tight(value);
  const std::string whole = StrCat(Tight(object), " ", sign, " ", operand);
  // w.data -= g: through a view.
  if (source_.changes_in_place && object.value.is(Kind::kTensor) &&
      ViewedObject(target).present()) {
    if (const auto stored = Store(target, whole)) return followed(*stored);
    return log_.Leave(node, {std::string(node.text()), {}, false}, "torch.Tensor (in place)",
                      "a view that leads no way back is changed");
  }
  // PyTorch would change the tensor itself, and all who share it; the others make a new one.
  const bool perhaps = object.value.is(Kind::kTensor) || object.value.is(Kind::kUnknown);
  if (target_.changes_in_place && perhaps && target.is("identifier") && !right_node.is("list"))
    return {StrCat(name, " = ", whole), {}, false};
  if (object.text != before) return followed(StrCat(name, " = ", whole));
  return followed(StrCat(name, " ", sign, "= ", value.text));
}

// x[index] = value, or with an operation between.
std::optional<std::string> Writer::ItemAssignment(const Node& target, const std::string& value,
                                                  const std::string& sign) {
  if (!source_.changes_in_place) return std::nullopt;
  const Written owner = Write(target.field("value"));
  if (!owner.value.is(Kind::kTensor)) return std::nullopt;
  bool simple = false;
  const std::string index = WriteIndex(target, &simple);
  const Node place = target.field("value");
  const std::string name(place.text()), root = RootName(place);
  log_.Use("torch.Tensor.__setitem__", target, std::string(target_.update), "idiom");
  CheckOutside(root, target);
  const std::string now =
      sign.empty() ? value : StrCat(Tight(owner), "[", index, "] ", sign, " ", value);
  if (!place.is("identifier") || (target_.variables && names_.Lookup(name).leaf)) {
    const auto stored = Store(place, WithItem(owner, index, simple, now));
    if (stored) return WithFollowers(*stored, root, target);
    log_.Leave(target, {}, "torch.Tensor.__setitem__", "a view that leads no way back is changed");
    return std::nullopt;
  }
  std::string made = sign.empty() ? "" : writes_.WithChange(owner, index, sign, value);
  if (made.empty()) made = WithItem(owner, index, simple, now);
  return WithFollowers(StrCat(name, " = ", made), root, target);
}

Written Writer::WriteExpressionStatement(const Node& node) {
  const std::vector<Node> children = node.children();
  if (children.size() == 1 && children[0].is("call") && source_.changes_in_place)
    if (auto made = InPlaceStatement(children[0])) return {*made, {}, false};
  if (children.size() == 1 && children[0].is("call"))
    if (auto made = VariableStatement(children[0])) return {*made, {}, false};
  Written out = Generic(node);
  // a.fill(0): an array of numpy that a tensor may look at.
  if (source_.changes_in_place && children.size() == 1 && children[0].is("call")) {
    const Node callee = children[0].field("function");
    const std::string method(callee.is("attribute") ? callee.field("attribute").text() : "");
    if (method == "fill" || method == "sort" || method == "put" || method == "partition")
      if (const std::string root = RootName(callee.field("object"));
          names_.Lookup(root).is(Kind::kArray))
        out.text = WithFollowers(out.text, root, children[0]);
  }
  // What a rule turned into nothing.
  if (out.text == "None" && children.size() == 1 && !children[0].is("none")) out.text.clear();
  return out;
}

}  // namespace assay::mirror
