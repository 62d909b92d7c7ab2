#include "trial/examples/slice.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/strings.h"
#include "knowledge/api/signature.h"

namespace assay::trial {
namespace {

using knowledge::Parameter;

using program::Node;

// Visits `node` and all below; `visit` says whether to go deeper.
void Visit(const Node& node, const std::function<bool(const Node&)>& visit) {
  if (!visit(node)) return;
  for (const Node& child : node.children()) Visit(child, visit);
}

void AddIdentifiers(const Node& node, std::set<std::string>& out) {
  Visit(node, [&](const Node& inner) {
    if (inner.is("identifier")) out.insert(std::string(inner.text()));
    return true;
  });
}

// Names that lambdas, comprehensions, functions and x := … bind for themselves.
std::set<std::string> InnerNames(const Node& node) {
  std::set<std::string> out;
  Visit(node, [&](const Node& inner) {
    if (inner.is("lambda_parameters") || inner.is("parameters")) AddIdentifiers(inner, out);
    if (inner.is("for_in_clause")) AddIdentifiers(inner.field("left"), out);
    if (inner.is("named_expression")) AddIdentifiers(inner.field("name"), out);
    if (inner.is("function_definition"))
      Visit(inner.field("body"), [&](const Node& part) {
        if (part.is("assignment")) AddIdentifiers(part.field("left"), out);
        return true;
      });
    return true;
  });
  return out;
}

// The variable at the root of x.data[0].
std::string RootName(Node node) {
  while (node.is("attribute") || node.is("subscript") || node.is("call"))
    node = node.is("attribute") ? node.field("object")
           : node.is("call")    ? node.field("function")
                                : node.field("value");
  return node.is("identifier") ? std::string(node.text()) : "";
}

void AddTargets(const Node& left, Statement& out) {
  if (left.is("identifier")) {
    out.binds.insert(std::string(left.text()));
  } else if (left.is("attribute") || left.is("subscript")) {
    out.changes.insert(RootName(left));
  } else {
    for (const Node& part : left.children()) AddTargets(part, out);
  }
}

bool OnlyNames(const Node& left) {
  if (left.is("identifier")) return true;
  const std::vector<Node> parts = left.children();
  return (left.is("pattern_list") || left.is("tuple_pattern")) &&
         std::ranges::all_of(parts, OnlyNames);
}

void AddImported(const Node& node, std::set<std::string>& out) {
  for (const Node& item : node.children()) {
    if (item.is("aliased_import"))
      out.insert(std::string(item.field("alias").text()));
    else if (item.is("dotted_name") &&
             (!node.is("import_from_statement") || item.id() != node.field("module_name").id()))
      out.insert(std::string(item.text().substr(0, item.text().find('.'))));
  }
}

// x.add_(1) may change x. torch.add(x, 1) does not change torch; only a setting does.
bool MayChange(const Node& call) {
  constexpr std::string_view kModules[] = {"torch", "tf", "jax", "jnp", "np",
                                           "numpy", "nn", "F",   "lax", "keras"};
  const std::string root = RootName(call);
  if (std::ranges::find(kModules, root) == std::end(kModules)) return true;
  const std::string_view name = call.field("function").field("attribute").text();
  return name.starts_with("set_") || name.find("seed") != std::string_view::npos ||
         name == "update" || name.starts_with("enable") || name.starts_with("use_");
}

Statement Read(const Node& node) {
  Statement out{.span = node.span(), .text = std::string(node.text())};
  out.uses = NamesUsed(node);
  if (node.is("import_statement") || node.is("import_from_statement")) {
    AddImported(node, out.binds);
    out.uses.clear();
    return out;
  }
  out.block = node.is("with_statement") || node.is("for_statement") || node.is("if_statement") ||
              node.is("while_statement") || node.is("try_statement");
  Visit(node, [&](const Node& inner) {
    if (inner.is("assignment") || inner.is("augmented_assignment"))
      AddTargets(inner.field("left"), out);
    if (inner.is("function_definition") || inner.is("class_definition")) {
      out.binds.insert(std::string(inner.field("name").text()));
      return false;
    }
    if (inner.is("expression_statement"))
      for (const Node& child : inner.children())
        if (child.is("call") && child.field("function").is("attribute") && MayChange(child))
          out.changes.insert(RootName(child));
    return true;
  });
  // The name of a function is no use of it, nor is its call of itself.
  if (node.is("function_definition") || node.is("class_definition") ||
      node.is("decorated_definition"))
    for (const std::string& name : out.binds) out.uses.erase(name);
  return out;
}

// Names by position; those behind *args are out of reach.
std::vector<std::string> Positions(const std::vector<Parameter>& parameters) {
  std::vector<std::string> out;
  for (const Parameter& parameter : parameters) {
    if (parameter.name == "self") continue;
    if (!parameter.kind.starts_with("positional")) break;
    out.push_back(parameter.name);
  }
  return out;
}

// Names by position as far as all overloads agree.
std::vector<std::string> CommonPositions(const knowledge::ApiDoc& doc) {
  std::vector<std::string> out = Positions(doc.parameters);
  const std::vector<std::string> lines = Split(doc.signature, '\n');
  if (lines.size() < 2) return out;
  for (const std::string& line : lines) {
    const auto signature = knowledge::ParseSignature(line);
    if (!signature.ok()) continue;
    const std::vector<std::string> other = Positions(signature->parameters);
    for (size_t i = 0; i < out.size(); ++i)
      if (i >= other.size() || other[i] != out[i]) out[i].clear();
  }
  return out;
}

bool IsSpread(const program::Argument& argument) {
  return argument.keyword == "*" || argument.keyword == "**";
}

}  // namespace

std::set<std::string> NamesUsed(const Node& expression) {
  if (!expression.present()) return {};
  const std::set<std::string> inner_names = InnerNames(expression);
  std::set<std::string> out;
  Visit(expression, [&](const Node& node) {
    if (node.is("attribute")) {
      for (const std::string& name : NamesUsed(node.field("object"))) out.insert(name);
      return false;
    }
    if (node.is("keyword_argument")) {
      for (const std::string& name : NamesUsed(node.field("value"))) out.insert(name);
      return false;
    }
    if (node.is("assignment")) {
      // x = f(y) needs y only; x[i] = f(y) needs all three.
      if (!OnlyNames(node.field("left")))
        for (const std::string& name : NamesUsed(node.field("left"))) out.insert(name);
      for (const std::string& name : NamesUsed(node.field("right"))) out.insert(name);
      return false;
    }
    if (node.is("identifier")) out.insert(std::string(node.text()));
    return true;
  });
  for (const std::string& name : inner_names) out.erase(name);
  return out;
}

std::vector<Statement> TopStatements(const program::Program& program) {
  std::vector<Statement> out;
  for (const Node& node : program.tree.root().children())
    if (!node.is("comment")) out.push_back(Read(node));
  return out;
}

std::vector<size_t> SliceFor(const std::vector<Statement>& statements, size_t end, size_t without,
                             std::set<std::string>& needed) {
  std::vector<size_t> out;
  const auto wanted = [&](const std::set<std::string>& names) {
    return std::ranges::any_of(names,
                               [&](const std::string& name) { return needed.count(name) > 0; });
  };
  for (size_t i = end; i-- > 0;) {
    const Statement& statement = statements[i];
    if (i == without || (!wanted(statement.binds) && !wanted(statement.changes))) continue;
    out.push_back(i);
    for (const std::string& name : statement.binds) needed.erase(name);
    needed.insert(statement.uses.begin(), statement.uses.end());
  }
  std::ranges::reverse(out);
  return out;
}

std::vector<CallArgument> BindArguments(const std::vector<program::Argument>& arguments,
                                        const knowledge::ApiDoc& doc) {
  const std::vector<std::string> positions = CommonPositions(doc);
  std::vector<CallArgument> out;
  size_t position = 0;
  for (const program::Argument& argument : arguments) {
    CallArgument bound{.expression = argument.text};
    if (IsSpread(argument)) {
      position = positions.size();
    } else if (!argument.keyword.empty()) {
      bound.name = argument.keyword;
      bound.keyword = true;
    } else if (position < positions.size()) {
      bound.name = positions[position++];
    }
    out.push_back(std::move(bound));
  }
  return out;
}

std::vector<CallArgument> NameArguments(const std::vector<program::Argument>& arguments) {
  std::vector<CallArgument> out;
  for (const program::Argument& argument : arguments) {
    CallArgument bound{.expression = argument.text};
    if (!IsSpread(argument)) {
      bound.keyword = !argument.keyword.empty();
      bound.name = bound.keyword ? argument.keyword
                   : out.empty() ? "x"
                                 : StrCat("x", out.size() + 1);
    }
    out.push_back(std::move(bound));
  }
  return out;
}

}  // namespace assay::trial
