#include "base/strings.h"
#include "mirror/rewrite/statements.h"

namespace assay::mirror {

// Whether `gradient` is one by the weights of a layer, which a helper of the twin keeps.
bool AssignmentWriter::KeptByHelper(const Node& gradient) const {
  const Node owner = gradient.field("object");
  return target_.variables && memory_.trains_layers &&
         !(owner.is("identifier") && memory_.leaves.contains(owner.text()));
}

std::string AssignmentWriter::Cleared(const Node& gradient) {
  return StrCat(log_.Helper("without_gradients"), "([", Write(gradient.field("object")).text, "])");
}

// x.grad = …, x.requires_grad = True.
std::optional<Written> AssignmentWriter::WriteSetting(const Node& node, const Node& target,
                                                      const Written& value) {
  if (!source_.changes_in_place || !target.is("attribute")) return std::nullopt;
  const std::string name(target.field("attribute").text()), owner(target.field("object").text());
  if (name == "grad" && value.text == "None" && KeptByHelper(target))
    return Written{Cleared(target)};
  if (name == "grad")
    return Written{StrCat(owner, "_grad = ", value.text == "None" ? "0.0" : value.text)};
  if (name != "requires_grad") return std::nullopt;
  Value known = names_.Lookup(owner);
  known.leaf = true;
  names_.Bind(owner, known);
  log_.Idiom(StrCat(source_.tensor, ".requires_grad"), node, target_.leaf);
  return Written{target_.variables ? StrCat(owner, " = ", target_.leaf, "(", owner, ")") : ""};
}

void AssignmentWriter::Bind(const Node& target, const Node& right, const Value& value) {
  aliases_.Note(target, right, value);
  if (target.is("identifier")) {
    names_.Bind(target.text(), value);
    gradients_.Forget(std::string(target.text()));
  } else if (!target.is("attribute")) {
    names_.BindPattern(target, value);
  } else if (target.field("object").text() == "self" && !names_.classes.empty()) {
    memory_.attributes[StrCat(names_.classes.back(), ".", target.field("attribute").text())] =
        value;
  }
}

Written AssignmentWriter::WriteAssignment(const Node& node) {
  const Node target = node.field("left"), right = node.field("right"), type = node.field("type");
  if (!right.present()) return WriteChildren(node);
  const std::string path = names_.PathOf(target);
  if (!path.empty() && names_.OfSource(path)) {
    log_.Idiom(path, node, "-");
    log_.Note(StrCat("line ", node.line(), ": the setting ", path, " means nothing in ", to_,
                     "; left out"));
    return {};
  }
  Written value = Write(right);
  if (target.is("subscript"))
    if (auto made = changes_.WriteItem(target, value.text, "")) return Written{*made};
  if (auto made = WriteSetting(node, target, value)) return *made;
  if (value.value.leaf && source_.changes_in_place && target_.variables &&
      !value.text.starts_with(StrCat(target_.leaf, "("))) {
    value.text = StrCat(target_.leaf, "(", value.text, ")");
    log_.Idiom(StrCat(source_.tensor, ".requires_grad"), node, target_.leaf);
  }
  Bind(target, right, value.value);
  Written out;
  out.text = target.is("identifier") || target.is("pattern_list") || target.is("tuple_pattern")
                 ? std::string(target.text())
                 : Write(target).text;
  if (type.present()) out.text += ": " + Write(type).text;
  out.text += Between(type.present() ? type : target, right) + value.text;
  if (target.is("identifier") && memory_.accumulating.contains(target.text()))
    out.text += StrCat("\n", Indent(node), target.text(), "_grad = 0.0");
  if (target.is("subscript") && source_.changes_in_place)  // an array of numpy, or a list
    out.text = changes_.WithFollowers(out.text, views_.RootName(target), node);
  out.value = value.value;
  return out;
}

Written AssignmentWriter::WriteAugmented(const Node& node) {
  const Node target = node.field("left"), right = node.field("right");
  std::string sign(node.field("operator").text());
  sign = sign.substr(0, sign.size() - 1);
  Written value = Write(right);
  if (target.is("subscript"))
    if (auto made = changes_.WriteItem(target, value.text, sign)) return Written{*made};
  Written object = Write(target);
  const std::string name(target.text());
  const bool tensor = object.value.is(Kind::kTensor) || object.value.is(Kind::kArray);
  if (source_.changes_in_place && tensor) changes_.CheckOutside(name, node);
  const auto followed = [&](const std::string& text) -> Written {
    return Written{source_.changes_in_place && tensor
                       ? changes_.WithFollowers(text, views_.RootName(target), node)
                       : text};
  };
  // A variable of TensorFlow is changed by methods only.
  if (source_.changes_in_place && target_.variables && object.value.leaf && target.is("identifier"))
    return followed(writes_.SetVariable(ops_.Context(), name, sign, value));
  // PyTorch refuses what its tensor cannot hold, where the others make a wider one.
  const bool whole_numbers = IsIntegral(object.value.dtype) || object.value.dtype == "bool";
  if (source_.changes_in_place && object.value.is(Kind::kTensor) && whole_numbers &&
      (value.value.is(Kind::kFloat) || value.value.dtype.starts_with("float") || sign == "/"))
    return log_.Leave(node, {std::string(node.text()), {}, false},
                      StrCat(source_.tensor, " (in place)"),
                      "PyTorch refuses a result that its tensor cannot hold");
  const std::string before = object.text;
  if (object.value.is(Kind::kTensor)) ops_.Harmonise(object, value, sign);
  const std::string operand = right.is("integer") ? value.text : Tight(value);
  const std::string whole = StrCat(Tight(object), " ", sign, " ", operand);
  // w.data -= g: through a view.
  if (source_.changes_in_place && object.value.is(Kind::kTensor) &&
      views_.ViewedObject(target).present()) {
    if (const auto stored = changes_.Store(target, whole)) return followed(*stored);
    return log_.Leave(node, {std::string(node.text()), {}, false},
                      StrCat(source_.tensor, " (in place)"),
                      "a view that leads no way back is changed");
  }
  // PyTorch would change the tensor itself, and all who share it; the others make a new one.
  const bool perhaps = object.value.is(Kind::kTensor) || object.value.is(Kind::kUnknown);
  if (target_.changes_in_place && perhaps && target.is("identifier") && !right.is("list"))
    return Written{StrCat(name, " = ", whole)};
  if (object.text != before) return followed(StrCat(name, " = ", whole));
  return followed(StrCat(name, " ", sign, "= ", value.text));
}

Written AssignmentWriter::WriteExpression(const Node& statement) {
  const std::vector<Node> children = statement.children();
  const Node call = children.size() == 1 && children[0].is("call") ? children[0] : Node();
  // layer.weight.grad.zero_()
  if (const Node callee = call.present() ? call.field("function") : Node();
      callee.is("attribute") && callee.field("attribute").text() == "zero_")
    if (const Node owner = callee.field("object");
        owner.is("attribute") && owner.field("attribute").text() == "grad" && KeptByHelper(owner))
      return Written{Cleared(owner)};
  if (call.present())
    if (auto made = changes_.WriteStatement(call)) return Written{*made};
  Written out = WriteChildren(statement);
  // a.fill(0): an array of numpy that a tensor may look at.
  if (source_.changes_in_place && call.present()) {
    const Node callee = call.field("function");
    const std::string method(callee.is("attribute") ? callee.field("attribute").text() : "");
    if (method == "fill" || method == "sort" || method == "put" || method == "partition")
      if (const std::string root = views_.RootName(callee.field("object"));
          names_.Lookup(root).is(Kind::kArray))
        out.text = changes_.WithFollowers(out.text, root, call);
  }
  // What a rule turned into nothing.
  if (out.text == "None" && children.size() == 1 && !children[0].is("none")) out.text.clear();
  return out;
}

}  // namespace assay::mirror
