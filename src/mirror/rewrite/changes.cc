#include "base/strings.h"
#include "mirror/rewrite/statements.h"

namespace assay::mirror {
namespace {

using program::Node;

// Parts of a statement that are evaluated once, in their order, whatever happens.
bool EvaluatedOnce(const Node& node) {
  constexpr std::string_view kTypes =
      " argument_list call assignment expression_statement return_statement binary_operator "
      "parenthesized_expression keyword_argument subscript attribute tuple list "
      "comparison_operator assert_statement unary_operator not_operator expression_list "
      "interpolation string augmented_assignment pair dictionary ";
  return kTypes.find(StrCat(" ", node.type(), " ")) != std::string_view::npos;
}

bool Mentions(const Node& node, const std::string& name, uint32_t before) {
  if (node.span().begin >= before) return false;
  if (node.is("identifier")) return node.text() == name;
  for (const Node& child : node.children())
    if (Mentions(child, name, before)) return true;
  return false;
}

}  // namespace

std::optional<std::string> ChangeWriter::WriteStatement(const Node& call) {
  if (source_.changes_in_place)
    if (auto made = InPlaceStatement(call)) return made;
  return VariableStatement(call);
}

// In the middle of an expression: the change is written before the statement, and the expression
// goes on with the changed tensor.
std::optional<Written> ChangeWriter::WriteExpression(const Node& call) {
  const Node changed = views_.ChangedBy(call);
  const std::string root = changed.present() ? views_.RootName(changed) : "";
  if (root.empty()) return std::nullopt;  // nobody else has it
  const Value owner = names_.Lookup(root);
  if (!owner.is(Kind::kTensor) && !owner.is(Kind::kUnknown)) return std::nullopt;
  Node statement = call, above = call.parent();
  bool once = true;
  while (above.present() && !above.is("block") && !above.is("module")) {
    once = once && EvaluatedOnce(above);
    statement = above;
    above = above.parent();
  }
  const Node assigned = statement.is("expression_statement") && !statement.children().empty() &&
                                statement.children()[0].is("assignment")
                            ? statement.children()[0].field("right")
                            : statement;
  bool own_line = false;
  program_.LineBefore(statement, &own_line);
  if (once && own_line && !Mentions(assigned, root, call.span().begin)) {
    if (!hoisted_.contains(call.id())) {
      auto made = InPlaceStatement(call);
      if (!made || made->empty()) return std::nullopt;
      hoisted_.insert(call.id());
      effects_.before.push_back(*made);
    }
    return Write(changed);
  }
  log_.Leave(call, {},
             StrCat(source_.tensor, ".", call.field("function").field("attribute").text()),
             StrCat("changes ", root, " in the middle of an expression"));
  return std::nullopt;
}

// x.requires_grad_() alone in its line.
std::optional<std::string> ChangeWriter::LeafStatement(const Node& call) {
  const Node callee = call.field("function");
  const Node object = callee.field("object");
  if (!source_.changes_in_place || !callee.is("attribute") || !object.is("identifier") ||
      callee.field("attribute").text() != "requires_grad_" || !names_.PathOf(callee).empty())
    return std::nullopt;
  const Written made = Write(call);
  names_.Bind(object.text(), made.value);
  if (made.value.leaf && target_.variables)
    return StrCat(object.text(), " = ", target_.leaf, "(", made.text, ")");
  return made.text == object.text() ? "" : StrCat(object.text(), " = ", made.text);
}

// v.assign_add(x) of a variable of TensorFlow, alone in its line.
std::optional<std::string> ChangeWriter::VariableStatement(const Node& call) {
  const Node callee = call.field("function");
  if (!source_.variables || !callee.is("attribute")) return std::nullopt;
  const Node object = callee.field("object");
  const bool part = object.is("subscript") && object.field("value").is("identifier");
  if (!object.is("identifier") && !part) return std::nullopt;
  const std::string root(part ? object.field("value").text() : object.text());
  const std::string name = part ? Write(object).text : root;
  const std::string method(callee.field("attribute").text());
  const std::vector<Node> given = call.field("arguments").children();
  // Variables of PyTorch change in their place, whoever holds them.
  const bool own =
      target_.changes_in_place || names_.running.empty() || names_.innermost().contains(root);
  if (!names_.Lookup(root).leaf || !own || given.size() != 1 || given[0].is("keyword_argument"))
    return std::nullopt;
  const std::string sign = method == "assign_add" ? "+" : method == "assign_sub" ? "-" : "";
  if (sign.empty() && method != "assign") return std::nullopt;
  Written value = Write(given[0]);
  if (target_.changes_in_place && sign.empty() && !value.value.is(Kind::kTensor))
    value.text =
        value.value.is(Kind::kUnknown) ? writes_.Converted(value, "") : ops_.AsTensor(value);
  if (!target_.variables && !sign.empty() && value.value.is(Kind::kSequence))
    value.text = ops_.AsTensor(value);
  log_.Idiom(StrCat(source_.leaf, ".", method), call, target_.set_variable);
  if (part && !target_.changes_in_place) {
    bool simple = false;
    const std::string index = operators_.WriteIndex(object, &simple);
    const std::string now = sign.empty() ? value.text : StrCat(name, " ", sign, " ", Tight(value));
    const Written owner{root, names_.Lookup(root), true};
    return StrCat(root, " = ", writes_.WithItem(ops_.Context(), owner, index, simple, now));
  }
  return writes_.SetVariable(ops_.Context(), name, sign, value);
}

// x.add_(y) alone in its line.
std::optional<std::string> ChangeWriter::InPlaceStatement(const Node& call) {
  if (!views_.IsInPlaceCall(call)) return LeafStatement(call);
  const Node callee = call.field("function");
  const std::string name(callee.field("attribute").text());
  const Node object = callee.field("object"), changed = views_.ChangedBy(call);
  if (!changed.present()) return std::nullopt;
  if (object.is("attribute") && object.field("attribute").text() == "grad" && name == "zero_")
    return StrCat(Write(object).text, " = 0.0");
  const std::string root = views_.RootName(changed);
  const Value known = root.empty() ? Value{} : names_.Lookup(root);
  if (known.is(Kind::kObject) || known.is(Kind::kSequence))
    if (changed.is("identifier")) return std::nullopt;
  const void* outer = writing_;
  writing_ = call.id();
  Written made = Write(call);
  writing_ = outer;
  if (changed.is("identifier")) return NewValue(call, changed, known, std::move(made));
  const auto stored = Store(changed, made.text);
  if (!stored) {
    if (!root.empty() && program_.ReadLater(root, call))
      log_.Leave(call, {}, StrCat(source_.tensor, ".", name),
                 StrCat("changes ", root, " through a view that leads no way back"));
    return made.text;
  }
  effects_.changed.insert(root);
  return WithFollowers(*stored, root, call);
}

// The statement that gives the variable `changed` what the call made of it.
std::string ChangeWriter::NewValue(const Node& call, const Node& changed, const Value& known,
                                   Written made) {
  const Node callee = call.field("function");
  const std::string target(changed.text());
  // The element type stays what it was.
  if (!known.dtype.empty() && !made.value.dtype.empty() && made.value.is(Kind::kTensor) &&
      known.dtype != made.value.dtype)
    made = {ops_.CastTo(made, known.dtype), Of(Kind::kTensor, known.dtype), true};
  made.value.leaf = made.value.leaf || known.leaf;
  // Whoever called has the tensor that takes the result, and nothing else may tell it.
  if (KeywordValue(call.field("arguments"), "out").present() &&
      aliases_.function.parameters.contains(target))
    log_.Leave(
        call, {}, names_.PathOf(callee),
        StrCat("out=", target, " belongs to the caller, whose own would not change in ", to_));
  CheckOutside(target, call);
  names_.Bind(target, made.value);
  effects_.changed.insert(target);
  if (made.text == target) return "";
  log_.Note(StrCat("line ", call.line(), ": ", callee.field("attribute").text(),
                   " changes in place; here the name gets the new value"));
  const std::string statement = known.leaf && target_.variables
                                    ? writes_.SetVariable(ops_.Context(), target, "", made)
                                    : StrCat(target, " = ", made.text);
  return WithFollowers(statement, target, call);
}

std::optional<std::string> ChangeWriter::WriteItem(const Node& target, const std::string& value,
                                                   const std::string& sign) {
  if (!source_.changes_in_place) return std::nullopt;
  const Written owner = Write(target.field("value"));
  if (!owner.value.is(Kind::kTensor)) return std::nullopt;
  bool simple = false;
  const std::string index = operators_.WriteIndex(target, &simple);
  const Node place = target.field("value");
  const std::string name(place.text()), root = views_.RootName(place);
  log_.Idiom(StrCat(source_.tensor, ".__setitem__"), target, target_.update);
  CheckOutside(root, target);
  const std::string now =
      sign.empty() ? value : StrCat(Tight(owner), "[", index, "] ", sign, " ", value);
  if (!place.is("identifier") || (target_.variables && names_.Lookup(name).leaf)) {
    const auto stored = Store(place, writes_.WithItem(ops_.Context(), owner, index, simple, now));
    if (stored) return WithFollowers(*stored, root, target);
    log_.Leave(target, {}, StrCat(source_.tensor, ".__setitem__"),
               "a view that leads no way back is changed");
    return std::nullopt;
  }
  std::string made = sign.empty() ? "" : writes_.WithChange(owner, index, sign, value);
  if (made.empty()) made = writes_.WithItem(ops_.Context(), owner, index, simple, now);
  return WithFollowers(StrCat(name, " = ", made), root, target);
}

std::optional<std::string> ChangeWriter::Store(const Node& place, const std::string& text) {
  if (place.is("identifier")) {
    const std::string name(place.text());
    if (names_.Lookup(name).leaf && target_.variables)
      return writes_.SetVariable(ops_.Context(), name, "", {text});
    return StrCat(name, " = ", text);
  }
  if (place.is("subscript")) {
    const Written owner = Write(place.field("value"));
    bool simple = false;
    const std::string index = operators_.WriteIndex(place, &simple);
    if (!owner.value.is(Kind::kTensor)) return StrCat(Tight(owner), "[", index, "] = ", text);
    return Store(place.field("value"),
                 writes_.WithItem(ops_.Context(), owner, index, simple, text));
  }
  const Node object = views_.ViewedObject(place);
  if (!object.present()) {
    if (place.is("attribute")) return StrCat(Write(place).text, " = ", text);
    return std::nullopt;
  }
  if (place.is("parenthesized_expression") || (place.is("call") && views_.IsInPlaceCall(place)))
    return Store(object, text);
  using Back = ViewStep::Back;
  const ViewStep step = views_.StepOf(place);
  if (step.wraps) return StrCat(object.text(), "[...] = ", text);
  if (step.back == Back::kSame) return Store(object, text);
  if (step.back == Back::kReshaped)
    return Store(object,
                 StrCat(target_.module, "reshape(", text, ", ", Tight(Write(object)), ".shape)"));
  if (step.back == Back::kTransposed)
    return Store(object, StrCat(target_.module, "transpose(", text, ")"));
  const auto axes = place.field("arguments").children();
  if (step.back != Back::kSwapped || axes.size() != 2 || axes[0].is("keyword_argument") ||
      axes[1].is("keyword_argument"))
    return std::nullopt;
  return Store(object, StrCat(target_.like_numpy, "swapaxes(", text, ", ", axes[0].text(), ", ",
                              axes[1].text(), ")"));
}

void ChangeWriter::CheckOutside(const std::string& name, const Node& node) {
  if (!source_.changes_in_place || names_.running.empty() || names_.innermost().contains(name))
    return;
  if (name.find('.') != std::string::npos || !names_.Lookup(name).is(Kind::kTensor)) return;
  LeaveChange(node, StrCat(name, " is changed from within a function, and lies outside of it"));
}

void ChangeWriter::LeaveChange(const Node& node, const std::string& why) {
  log_.Leave(node, {}, StrCat(source_.tensor, " (in place)"), why);
}

// `name` was changed in its place by `node`: what follows for those that share its memory.
std::vector<std::string> ChangeWriter::AfterChange(const std::string& name, const Node& node) {
  std::vector<std::string> out;
  for (const Follower& one : aliases_.Followers(name)) {
    std::optional<std::string> line;
    if (one.certain)
      line =
          one.back ? Store(one.view, one.changed) : StrCat(one.name, " = ", Write(one.view).text);
    if (line)
      out.push_back(*line);
    else if (program_.ReadLater(one.name, node))
      LeaveChange(node, StrCat(one.changed, " shares its memory with ", one.name,
                               ", which would not change in ", to_));
    effects_.changed.insert(one.name);
  }
  if (!out.empty())
    log_.Note(StrCat("line ", node.line(), ": others share the memory of ", name,
                     "; they get their new values by lines of their own"));
  return out;
}

std::string ChangeWriter::WithFollowers(const std::string& statement, const std::string& changed,
                                        const Node& node) {
  std::string out = statement;
  bool own_line = false;
  const std::string before = program_.LineBefore(node, &own_line);
  // Behind a colon or a semicolon all stays in one line.
  for (const std::string& one : AfterChange(changed, node))
    out += (own_line ? "\n" + before : "; ") + one;
  return out;
}

void ChangeWriter::CheckCall(const Node& node, const std::string& function,
                             const Arguments& arguments, size_t first) {
  const auto found = memory_.changes.find(function);
  if (!source_.changes_in_place || found == memory_.changes.end()) return;
  for (const auto& [parameter, place] : found->second)
    for (size_t k = 0; k < arguments.size(); ++k)
      if (arguments[k].keyword.empty() ? k + first == place : arguments[k].keyword == parameter)
        CheckInput(node, arguments[k].value(), function + " changes its argument");
}

void ChangeWriter::CheckInput(const Node& node, const Node& input, const std::string& who) {
  const std::string root = views_.RootName(input);
  if (root.empty()) return;
  const Node above = node.parent();
  const bool replaced = above.is("assignment") && above.field("left").text() == root;
  if (!replaced && program_.ReadLater(root, node))
    LeaveChange(node, StrCat(who, " ", root, ", which would not change in ", to_));
  // What it was given may be an argument of the function that calls.
  aliases_.NoteChange(root);
}

}  // namespace assay::mirror
