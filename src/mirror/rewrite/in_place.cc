// What changes a tensor in its place, alone in its line or in the middle of an expression:
// TensorFlow's and JAX's tensors never change, so the name gets the new value.
#include <cctype>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;
using program::Node;

constexpr std::string_view kNoChange[] = {"requires_grad_", "share_memory_", "_"};

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

Node KeywordValue(const Node& arguments, std::string_view keyword) {
  for (const Node& one : arguments.children())
    if (one.is("keyword_argument") && one.field("name").text() == keyword)
      return one.field("value");
  return Node();
}

}  // namespace

// x.add_(1), torch.relu_(x), F.relu(x, inplace=True), torch.add(x, y, out=z).
bool Writer::IsInPlaceCall(const Node& call) const {
  if (!source_.changes_in_place || !call.is("call")) return false;
  const Node callee = call.field("function");
  if (!callee.is("attribute")) return false;
  const std::string name(callee.field("attribute").text());
  const std::string path = names_.PathOf(callee);
  if (!path.empty() && !names_.OfSource(path)) return false;
  if (!path.empty() && !name.empty() && std::islower(static_cast<unsigned char>(name[0])) != 0 &&
      KeywordValue(call.field("arguments"), "inplace").is("true"))
    return true;
  if (!path.empty() && KeywordValue(call.field("arguments"), "out").is("identifier")) return true;
  if (!name.ends_with("_") || name.ends_with("__")) return false;
  for (const std::string_view other : kNoChange)
    if (name == other) return false;
  return true;
}

// The tensor that such a call changes.
Writer::Node Writer::ChangedBy(const Node& call) const {
  const Node callee = call.field("function");
  if (names_.PathOf(callee).empty()) return callee.field("object");
  if (const Node out = KeywordValue(call.field("arguments"), "out"); out.present()) return out;
  const std::vector<Node> arguments = call.field("arguments").children();
  if (arguments.empty()) return Node();
  return arguments[0].is("keyword_argument") ? arguments[0].field("value") : arguments[0];
}

// In the middle of an expression: the change is written before the statement, and the expression
// goes on with the changed tensor.
std::optional<Written> Writer::InPlaceExpression(const Node& call) {
  const Node changed = ChangedBy(call);
  const std::string root = changed.present() ? RootName(changed) : "";
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
  const std::string& text = tree_->text();
  const uint32_t begin = statement.span().begin;
  const size_t line = begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
  const bool own_line = text.substr(line, begin - line).find_first_not_of(' ') == std::string::npos;
  if (once && own_line && !Mentions(assigned, root, call.span().begin)) {
    if (!hoisted_.contains(call.id())) {
      auto made = InPlaceStatement(call);
      if (!made || made->empty()) return std::nullopt;
      hoisted_.insert(call.id());
      before_.push_back(*made);
    }
    return Write(changed);
  }
  log_.Leave(call, {}, StrCat("torch.Tensor.", call.field("function").field("attribute").text()),
             StrCat("changes ", root, " in the middle of an expression"));
  return std::nullopt;
}

// x.requires_grad_() alone in its line.
std::optional<std::string> Writer::LeafStatement(const Node& call) {
  const Node callee = call.field("function");
  const Node object = callee.field("object");
  if (!source_.changes_in_place || !callee.is("attribute") || !object.is("identifier") ||
      callee.field("attribute").text() != "requires_grad_" || !names_.PathOf(callee).empty())
    return std::nullopt;
  const Written made = Write(call);
  names_.Bind(std::string(object.text()), made.value);
  if (made.value.leaf && target_.variables)
    return StrCat(object.text(), " = tf.Variable(", made.text, ")");
  return made.text == object.text() ? "" : StrCat(object.text(), " = ", made.text);
}

// v.assign_add(x) of a variable of TensorFlow, alone in its line.
std::optional<std::string> Writer::VariableStatement(const Node& call) {
  const Node callee = call.field("function");
  if (!source_.variables || !callee.is("attribute")) return std::nullopt;
  const Node object = callee.field("object");
  const bool part =
      target_.changes_in_place && object.is("subscript") && object.field("value").is("identifier");
  if (!object.is("identifier") && !part) return std::nullopt;
  const std::string root(part ? object.field("value").text() : object.text());
  const std::string name = part ? Write(object).text : root;
  const std::string method(callee.field("attribute").text());
  const std::vector<Node> given = call.field("arguments").children();
  // Variables of PyTorch change in their place, whoever holds them.
  const bool own =
      target_.changes_in_place || running_.empty() || names_.innermost().contains(root);
  if (!names_.Lookup(root).leaf || !own || given.size() != 1 || given[0].is("keyword_argument"))
    return std::nullopt;
  const std::string sign = method == "assign_add" ? "+" : method == "assign_sub" ? "-" : "";
  if (sign.empty() && method != "assign") return std::nullopt;
  Written value = Write(given[0]);
  if (target_.changes_in_place && sign.empty() && !value.value.is(Kind::kTensor))
    value.text = value.value.is(Kind::kUnknown) ? StrCat("torch.as_tensor(", value.text, ")")
                                                : ops_.AsTensor(value);
  const std::string now = sign.empty() ? value.text : StrCat(name, " ", sign, " ", Tight(value));
  log_.Use("tensorflow.Variable." + method, call,
           target_.changes_in_place ? "torch.Tensor.copy_" : "-", "idiom");
  if (target_.changes_in_place && sign.empty())
    return StrCat("with torch.no_grad(): ", log_.Helper("assign"), "(", name, ", ", now, ")");
  if (target_.changes_in_place) return StrCat("with torch.no_grad(): ", name, ".copy_(", now, ")");
  return StrCat(name, " = ",
                sign.empty() ? StrCat("jnp.asarray(", now, ", ", name, ".dtype)") : now);
}

// x.add_(y) alone in its line.
std::optional<std::string> Writer::InPlaceStatement(const Node& call) {
  if (!IsInPlaceCall(call)) return LeafStatement(call);
  const Node callee = call.field("function");
  const std::string name(callee.field("attribute").text());
  const Node object = callee.field("object"), changed = ChangedBy(call);
  if (!changed.present()) return std::nullopt;
  if (object.is("attribute") && object.field("attribute").text() == "grad" && name == "zero_") {
    const Written grad = Write(object);
    return StrCat(grad.text, " = 0.0");
  }
  const std::string root = RootName(changed);
  const Value known = root.empty() ? Value{} : names_.Lookup(root);
  if (known.is(Kind::kObject) || known.is(Kind::kSequence))
    if (changed.is("identifier")) return std::nullopt;
  const void* outer = writing_change_;
  writing_change_ = call.id();
  Written made = Write(call);
  writing_change_ = outer;
  // The element type stays what it was.
  if (changed.is("identifier") && !known.dtype.empty() && !made.value.dtype.empty() &&
      made.value.is(Kind::kTensor) && known.dtype != made.value.dtype)
    made = {ops_.CastTo(made, known.dtype), Of(Kind::kTensor, known.dtype), true};
  const bool leaf = changed.is("identifier") && known.leaf;
  made.value.leaf = made.value.leaf || leaf;
  if (changed.is("identifier")) {
    const std::string target(changed.text());
    // Whoever called has the tensor that takes the result, and nothing else may tell it.
    if (KeywordValue(call.field("arguments"), "out").present() && parameters_.contains(target))
      log_.Leave(
          call, {}, names_.PathOf(callee),
          StrCat("out=", target, " belongs to the caller, whose own would not change in ", to_));
    CheckOutside(target, call);
    names_.Bind(target, made.value);
    changed_.insert(target);
    if (made.text == target) return "";
    log_.Note(StrCat("line ", call.line(), ": ", name,
                     " changes in place; here the name gets the new value"));
    const std::string statement = leaf && target_.variables
                                      ? StrCat(target, ".assign(", made.text, ")")
                                      : StrCat(target, " = ", made.text);
    return WithFollowers(statement, target, call);
  }
  const auto stored = Store(changed, made.text);
  if (!stored) {
    if (!root.empty() && ReadLater(root, call))
      log_.Leave(call, {}, StrCat("torch.Tensor.", name),
                 StrCat("changes ", root, " through a view that leads no way back"));
    return made.text;
  }
  changed_.insert(root);
  return WithFollowers(*stored, root, call);
}

}  // namespace assay::mirror
