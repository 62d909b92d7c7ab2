#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/gradients.h"

namespace assay::mirror {
namespace {

std::string Dedented(const std::string& text, size_t columns) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const size_t blank = std::min(line.find_first_not_of(' '), line.size());
    out += line.substr(at == 0 ? 0 : std::min(blank, columns));
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string Words(const std::string& text) {
  return text.starts_with('[') || text.starts_with('(') ? text.substr(1, text.size() - 2) : text;
}

// The blanks before the statement that a node stands in.
std::string StatementIndent(program::Node node) {
  while (node.present() && !node.parent().is("block") && !node.parent().is("module"))
    node = node.parent();
  return node.present() ? std::string(static_cast<size_t>(node.column()), ' ') : "";
}

// Whether a call stands below a tape of another name.
bool InOtherTape(const program::Node& node, const std::string& tape) {
  for (program::Node above = node.parent(); above.present(); above = above.parent()) {
    if (above.is("function_definition")) return false;
    if (!above.is("with_statement")) continue;
    const std::string_view head = above.text().substr(0, above.text().find('\n'));
    if (head.find("GradientTape(") != std::string_view::npos &&
        head.find(StrCat(" as ", tape, ":")) == std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

std::optional<Written> TapeWriter::WriteWith(const Node& node) {
  std::string tape;
  Node call;
  if (!source_.variables) return std::nullopt;
  for (const Node& clause : node.children())
    for (const Node& item : clause.children()) {
      const Node value = item.field("value");
      if (!value.is("as_pattern")) continue;
      const Node made = value.children()[0];
      if (made.is("call") && names_.PathOf(made.field("function")) == tape_class_) {
        tape = std::string(value.children().back().text());
        call = made;
      }
    }
  if (tape.empty()) return std::nullopt;
  Value value = Of(Kind::kTape);
  value.path = call.text().find("persistent=True") != std::string_view::npos ? "persistent" : "";
  names_.Bind(tape, value);
  const Node body = node.field("body");
  const std::string inner = Write(body).text;
  log_.Idiom(tape_class_, call, target_.gradient);
  if (target_.changes_in_place) {
    const uint32_t begin = body.span().begin;
    return Written{writes_.TapeHead(tape) +
                   program_.Between(begin - static_cast<uint32_t>(body.column()) - 1, begin) +
                   inner};
  }
  const std::string flat = Dedented(inner, static_cast<size_t>(body.column() - node.column()));
  bodies_[tape] = Dedented(inner, static_cast<size_t>(body.column()));
  return Written{flat == "pass" ? "" : flat};
}

Written TapeWriter::WriteMethod(const MethodCall& call) {
  const auto& [node, object, method, arguments] = call;
  Written out = arguments_.PlainCall(node, std::string(node.field("function").text()), arguments);
  if (method == "watch" && arguments.size() == 1) {
    log_.Idiom(tape_class_ + ".watch", node, target_.leaf);
    return {target_.changes_in_place ? StrCat(Tight(arguments[0].written), ".requires_grad_()")
                                     : "None",
            Of(Kind::kNone), true};
  }
  const bool known = (method == "gradient" || method == "jacobian") && arguments.size() >= 2;
  if (!known)
    return log_.Leave(node, out, tape_class_ + "." + method, "no rule for this use of a tape");
  const Written& by = arguments[1].written;
  out.value =
      by.value.is(Kind::kSequence) ? Of(Kind::kSequence) : Of(Kind::kTensor, by.value.dtype);
  out.tight = true;
  log_.Idiom(tape_class_ + ".gradient", node, target_.gradient);
  return target_.changes_in_place ? GradientOfGraph(call, std::move(out))
                                  : GradientOfFunction(call, std::move(out));
}

// Of what PyTorch remembers by itself.
Written TapeWriter::GradientOfGraph(const MethodCall& call, Written out) {
  const auto& [node, object, method, arguments] = call;
  const std::string tape(node.field("function").field("object").text());
  const Written &value = arguments[0].written, &by = arguments[1].written;
  GradientOf gradient{.of = value.text,
                      .by = by.text,
                      .several = by.value.is(Kind::kSequence),
                      .jacobian = method == "jacobian",
                      // A gradient that another tape sees is itself derived.
                      .derived = InOtherTape(node, tape),
                      .kept = names_.Lookup(tape).path == "persistent"};
  for (const CallArgument& one : arguments) {
    const std::string& text = one.written.text;
    if (one.keyword == "output_gradients") gradient.seed = text;
    if (one.keyword != "unconnected_gradients") continue;
    gradient.zeros =
        text.find("ero") != std::string::npos || text.find("ZERO") != std::string::npos;
    gradient.lacking = !gradient.zeros;
  }
  const bool plain = gradient.seed.empty() && !gradient.zeros && !gradient.lacking;
  if (gradient.jacobian && (gradient.several || !plain))
    return log_.Leave(node, out, tape_class_ + ".jacobian",
                      "no rule for Jacobians by several values");
  if (!gradient.jacobian && !value.value.scalar && gradient.seed.empty())
    gradient.of = writes_.Sum(value);
  out.text = writes_.Gradient(ops_.Context(), gradient);
  return out;
}

// Of the tape's block, as a function that jax.grad can take.
Written TapeWriter::GradientOfFunction(const MethodCall& call, Written out) {
  const auto& [node, object, method, arguments] = call;
  const std::string tape(node.field("function").field("object").text());
  const Written &value = arguments[0].written, &by = arguments[1].written;
  GradientOf gradient{.names = Words(by.text),
                      .several = by.value.is(Kind::kSequence),
                      .jacobian = method == "jacobian"};
  const bool layers = by.value.path == TrainingWriter::kWeights;
  if (layers) gradient.names.clear();
  const std::set<std::string> mentioned = program_.NamesIn(arguments[1].node);
  const auto body = bodies_.find(tape);
  // What jax.jit compiles may not change the weights of layers.
  const bool compiled = !names_.running.empty() && memory_.compiled.contains(names_.running.back());
  bool reaches = body != bodies_.end() && !(layers && (gradient.jacobian || compiled));
  for (const std::string& name : layers ? std::set<std::string>{} : mentioned)
    reaches = reaches && program_.HasName(name) && body->second.find(name) != std::string::npos;
  if (!reaches || gradient.names.find('.') != std::string::npos)
    return log_.Leave(node, out, tape_class_ + ".gradient",
                      "the gradient flows through more than the tape's own block");
  gradient.count = gradient.several ? mentioned.size() : 1;
  gradient.of = program_.Fresh("value_of");
  const std::string inner = body->second == "pass" ? "" : body->second + "\n";
  const std::string result =
      gradient.jacobian || value.value.scalar ? value.text : writes_.Sum(value);
  // What is put before is at the statement's own column.
  const std::string definition = StrCat("def ", gradient.of, "(", gradient.names, "):\n",
                                        Indented(inner + "return " + result), "\n");
  std::string placed;
  for (size_t k = 0; k < definition.size(); ++k) {
    placed += definition[k];
    if (definition[k] == '\n' && k + 1 < definition.size()) placed += StatementIndent(node);
  }
  effects_.before.push_back(placed);
  out.text = layers
                 ? StrCat(log_.Helper("gradients_by_weights"), "(", gradient.of, ", ", by.text, ")")
                 : writes_.Gradient(ops_.Context(), gradient);
  return out;
}

bool TapeWriter::Deletes(const Node& node) const {
  if (!node.is("delete_statement") || target_.variables) return false;
  const std::vector<Node> names = node.children();
  return names.size() == 1 && names[0].is("identifier") &&
         names_.Lookup(names[0].text()).is(Kind::kTape);
}

}  // namespace assay::mirror
