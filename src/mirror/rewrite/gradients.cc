#include "mirror/rewrite/gradients.h"

#include "base/strings.h"

namespace assay::mirror {
namespace {

using program::Node;

std::vector<Node> Members(const Node& node) {
  if (node.is("list") || node.is("tuple")) return node.children();
  return {node};
}

}  // namespace

bool GradientWriter::IsBackward(const Node& statement) const {
  if (!source_.changes_in_place || !statement.is("expression_statement")) return false;
  const std::vector<Node> children = statement.children();
  if (children.size() != 1 || !children[0].is("call")) return false;
  const Node callee = children[0].field("function");
  return callee.is("attribute") && callee.field("attribute").text() == "backward" &&
         names_.PathOf(callee).empty();
}

// What leads from the leaves to the value goes below a tape.
GradientText GradientWriter::BelowTape(std::vector<BlockItem>& items, const Asked& asked,
                                       GradientOf gradient) {
  const size_t last = asked.place, first = asked.slice.empty() ? last : asked.slice[0];
  std::string more;
  if (!asked.object.is("identifier")) {
    more = std::move(gradient.of);
    gradient.of = program_.Fresh("value");
    more = StrCat(gradient.of, " = ", more);
  } else if (asked.slice.empty()) {
    more = "pass";
  }
  gradient.tape = program_.Fresh("tape");
  std::string body;
  for (size_t k = first; k < last; ++k) {
    if (items[k].dropped) continue;
    body += (k == first ? "" : items[k].gap) + items[k].text;
    if (k > first) items[k].dropped = true;
  }
  if (!more.empty()) body += (body.empty() ? "" : "\n" + asked.indent) + more;
  const std::string block =
      StrCat(writes_.TapeHead(gradient.tape), "\n", asked.indent, Indented(body));
  GradientText out{"", writes_.Gradient(ops_.Context(), gradient)};
  if (first < last)
    items[first].text = block;
  else
    out.before = block + "\n" + asked.indent;
  return out;
}

// What leads from the leaves to the value goes into a function of the leaves.
GradientText GradientWriter::AsFunction(const std::vector<BlockItem>& items, const Asked& asked,
                                        GradientOf gradient) {
  GradientText out;
  if (asked.slice.empty()) {
    gradient.of = StrCat("lambda ", gradient.names, ": ", gradient.of);
  } else {
    std::string body;
    for (const size_t k : asked.slice) body += items[k].text + "\n" + asked.indent;
    const std::string name = program_.Fresh("loss_of");
    out.before = StrCat("def ", name, "(", gradient.names, "):\n", asked.indent,
                        Indented(body + "return " + gradient.of), "\n\n", asked.indent);
    gradient.of = name;
  }
  out.text = writes_.Gradient(ops_.Context(), gradient);
  return out;
}

GradientText GradientWriter::WriteGradient(std::vector<BlockItem>& items, const Asked& asked) {
  const Written value = Write(asked.object);
  GradientOf gradient{.names = Join(asked.leaves, ", "),
                      .count = asked.leaves.size(),
                      .seed = asked.seed,
                      .several = asked.leaves.size() != 1};
  gradient.by = gradient.several ? "[" + gradient.names + "]" : gradient.names;
  gradient.of = target_.variables || value.value.scalar || !asked.seed.empty() ? value.text
                                                                               : writes_.Sum(value);
  return target_.variables ? BelowTape(items, asked, std::move(gradient))
                           : AsFunction(items, asked, std::move(gradient));
}

// By the weights of layers where nothing changes in its place: what leads from layers to the value
// becomes a function, which the helper computes once more for its gradients.
bool GradientWriter::BackwardByLayers(std::vector<BlockItem>& items, size_t place,
                                      const Node& object, const std::string& seed) {
  NameSet layers;
  for (const std::string& name : program_.names())
    if (names_.Lookup(name).is(Kind::kObject)) layers.insert(name);
  std::set<std::string> used;
  const std::vector<size_t> slice =
      program_.Slice(items, place, program_.NamesIn(object), layers, &used);
  if (used.empty()) return false;
  const Node& statement = items[place].node;
  const std::string indent = Indent(statement), name = program_.Fresh("loss_of");
  std::string body;
  for (const size_t k : slice) body += items[k].text + "\n" + indent;
  memory_.trains_layers = true;
  log_.Idiom(StrCat(source_.tensor, ".backward"), statement.children()[0], target_.gradient);
  items[place].text = StrCat(
      "def ", name, "():\n", indent, Indented(StrCat(body, "return ", Write(object).text)), "\n\n",
      indent, log_.Helper("backward"), "(", name, seed.empty() ? "" : ", " + seed, ")");
  return true;
}

void GradientWriter::WriteBackward(std::vector<BlockItem>& items, size_t place) {
  const Node call = items[place].node.children()[0];
  const Node object = call.field("function").field("object");
  std::string seed;
  for (const CallArgument& one : arguments_.WriteList(call.field("arguments")))
    if (one.keyword.empty() || one.keyword == "gradient") seed = one.written.text;
  std::set<std::string> used;
  const std::vector<size_t> slice =
      program_.Slice(items, place, program_.NamesIn(object), memory_.leaves, &used);
  items[place].text = std::string(items[place].node.text());
  if (used.empty() && target_.variables) {
    // By the weights of layers: what a helper has recorded from the begin on.
    memory_.trains_layers = true;
    log_.Idiom(StrCat(source_.tensor, ".backward"), call, target_.gradient);
    items[place].text = StrCat(log_.Helper("backward"), "(", Write(object).text,
                               seed.empty() ? "" : ", " + seed, ")");
    return;
  }
  if (used.empty() && BackwardByLayers(items, place, object, seed)) return;
  if (used.empty()) {
    log_.Lacks(call, {}, StrCat(source_.tensor, ".backward"),
               "no variable of the program that the loss depends on asks for gradients");
    return;
  }
  log_.Idiom(StrCat(source_.tensor, ".backward"), call, target_.gradient);
  const std::vector<std::string> leaves(used.begin(), used.end());
  std::vector<std::string> grads;
  bool sums = false;
  for (const std::string& leaf : leaves) {
    grads.push_back(leaf + "_grad");
    const bool again = graded_.contains(leaf) ||
                       (!names_.loop_made.empty() && !names_.loop_made.back().contains(leaf));
    if (again && !graded_.contains(leaf)) memory_.accumulating.insert(leaf);
    sums = sums || again;
    graded_.insert(leaf);
  }
  const GradientText made =
      WriteGradient(items, {object, place, slice, leaves, seed, Indent(items[place].node)});
  std::string text = made.before;
  if (!sums) {
    text += StrCat(Join(grads, ", "), " = ", made.text);
  } else if (leaves.size() == 1) {
    text += StrCat(grads[0], " = ", grads[0], " + ", made.text);
  } else {
    text += StrCat(Join(grads, ", "), " = [a + b for a, b in zip([", Join(grads, ", "), "], ",
                   made.text, ")]");
  }
  items[place].text = text;
}

// torch.autograd.grad(y, x): the gradients of values, as a tuple.

// The call below a plain statement; nothing when there is none, or more than one.
program::Node GradientWriter::AutogradCall(const Node& node) const {
  if (node.is("call") && names_.PathOf(node.field("function")) == source_.gradient) return node;
  if (node.is("lambda") || node.is("block") || node.is("list_comprehension") ||
      node.is("generator_expression") || node.is("function_definition"))
    return Node();
  Node found;
  for (const Node& child : node.children())
    if (const Node inner = AutogradCall(child); inner.present()) {
      if (found.present()) return Node();
      found = inner;
    }
  return found;
}

// Makes ready what the call will be written as: it needs the statements before.
void GradientWriter::Plan(std::vector<BlockItem>& items, const Node& statement) {
  if (!source_.changes_in_place) return;
  if (!statement.is("expression_statement") && !statement.is("return_statement") &&
      !statement.is("assert_statement"))
    return;
  const Node call = AutogradCall(statement);
  if (!call.present()) return;
  Node outputs, inputs;
  std::string seed;
  size_t place = 0;
  for (const Node& one : call.field("arguments").children()) {
    const bool named = one.is("keyword_argument");
    const std::string name(named ? one.field("name").text() : "");
    const Node value = named ? one.field("value") : one;
    if (name == "outputs" || (!named && place == 0)) outputs = value;
    if (name == "inputs" || (!named && place == 1)) inputs = value;
    if (name == "grad_outputs" || (!named && place == 2)) seed = Write(value).text;
    // Gradients that may be missing. Those of gradients need no more than the statements before.
    if ((name == "allow_unused" || name == "is_grads_batched") && value.text() != "False") return;
    if (!named) ++place;
  }
  if (!outputs.present() || !inputs.present() || outputs.is("list") || outputs.is("tuple")) return;
  std::vector<std::string> leaves;
  std::set<std::string> used;
  NameSet wanted;
  for (const Node& one : Members(inputs)) {
    if (!one.is("identifier") || !memory_.leaves.contains(one.text())) return;
    leaves.emplace_back(one.text());
    wanted.emplace(one.text());
  }
  const std::vector<size_t> slice =
      program_.Slice(items, items.size(), program_.NamesIn(outputs), wanted, &used);
  if (used.size() != wanted.size()) return;
  const GradientText made =
      WriteGradient(items, {outputs, items.size(), slice, leaves, seed, Indent(statement)});
  if (!made.before.empty()) {
    // The block that is written puts lines before the statement at its own column.
    std::string lines = made.before;
    while (lines.ends_with(' ') || lines.ends_with('\n')) lines.pop_back();
    effects_.before.push_back(lines + (target_.variables ? "" : "\n"));
  }
  planned_[call.id()] = leaves.size() == 1 ? StrCat("(", made.text, ",)") : made.text;
}

std::optional<Written> GradientWriter::WriteCall(const Node& node, const std::string& path,
                                                 const Arguments& arguments) {
  if (!source_.changes_in_place || path != source_.gradient) return std::nullopt;
  if (const auto made = planned_.find(node.id()); made != planned_.end()) {
    log_.Idiom(path, node, target_.gradient);
    Value value = Of(Kind::kSequence);
    value.items.assign(made->second.starts_with('(') ? 1 : 2, Of(Kind::kTensor));
    return Written{made->second, value, true};
  }
  const std::string callee(node.field("function").text());
  return log_.Lacks(node, arguments_.PlainCall(node, callee, arguments), path,
                    "gradients of values, asked for in the middle of an expression");
}

}  // namespace assay::mirror
