// x = a; f(x); x = a; g(x)  ==>  x = a; f(x); g(x)
// x = a (never read)        ==>
//
// Only where nothing in the program writes into what it is given: then `x` is `a` still.
#include "casebook/passes.h"

namespace assay::casebook {
namespace {

using program::Node;

// The variable of `x = …`; "" for all other statements.
std::string Bound(const Node& statement) {
  if (!statement.is("expression_statement") || statement.children().size() != 1) return "";
  const Node assignment = statement.children()[0];
  if (!assignment.is("assignment") || !assignment.field("left").is("identifier")) return "";
  return std::string(assignment.field("left").text());
}

// In-place forms by the frameworks' own conventions.
bool WritesInto(const View& view) {
  for (const program::Call& call : view.program().calls) {
    if (call.written.ends_with('_') || call.written.find("assign") != std::string::npos)
      return true;
    for (const program::Argument& argument : call.arguments)
      if (argument.keyword == "out" || argument.keyword == "inplace") return true;
  }
  for (const Node& node : view.Nodes({"augmented_assignment", "subscript"}))
    if (node.is("augmented_assignment") || node.parent().field("left").id() == node.id())
      return true;
  return false;
}

bool IsRead(const View& view, const std::string& name, const Node& binding) {
  bool read = false;
  view.program().tree.Walk(
      [&](const Node& node) {
        const Node parent = node.parent();
        const bool written = parent.is("assignment") && parent.field("left").id() == node.id();
        if (node.is("identifier") && node.text() == name && !written &&
            node.span().begin >= binding.span().end)
          read = true;
        return !read;
      },
      [](const Node&) {});
  return read;
}

// An equal binding before it, with no other of the same name in between.
bool SaysAgain(const View& view, size_t index) {
  const std::string name = Bound(view.top()[index]);
  for (size_t i = index; i-- > 0;) {
    if (Bound(view.top()[i]) == name) return view.top()[i].text() == view.top()[index].text();
    if (view.top()[i].is("function_definition") || view.top()[i].is("class_definition")) break;
  }
  return false;
}

}  // namespace

std::vector<Proposal> ProposeSpare(const View& view) {
  std::vector<Proposal> out;
  const bool writes = WritesInto(view);
  for (size_t i = 0; i < view.top().size(); ++i) {
    const Node& statement = view.top()[i];
    const std::string name = Bound(statement);
    if (name.empty() || view.Stays(statement.span())) continue;
    if (!IsRead(view, name, statement) || (!writes && SaysAgain(view, i)))
      out.push_back({{view.Lines(statement), ""}});
  }
  return out;
}

}  // namespace assay::casebook
