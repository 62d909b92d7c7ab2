#include "optbug/forms/slice.h"

#include <algorithm>

#include "base/strings.h"
#include "program/parse/edit.h"

namespace assay::optbug {
namespace {

using program::Node;
using program::Span;
using program::SyntaxTree;

struct Name {
  std::string text;
  Span span;
};

// Names in the order of the text, without attributes and keywords of calls, which belong to others.
std::vector<Name> NamesOf(const SyntaxTree& tree) {
  std::vector<Name> out;
  std::set<uint32_t> others;
  tree.Walk([&](const Node& node) {
    if (node.is("attribute")) others.insert(node.field("attribute").span().begin);
    if (node.is("keyword_argument")) others.insert(node.field("name").span().begin);
    if (node.is("identifier") && !others.contains(node.span().begin))
      out.push_back({std::string(node.text()), node.span()});
    return true;
  });
  return out;
}

bool IsImport(const Node& statement) {
  return statement.is("import_statement") || statement.is("import_from_statement") ||
         statement.is("future_import_statement");
}

bool Within(const Span& inner, const Span& outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

// What a statement at the top binds.
std::set<std::string> BindsOf(const Node& statement) {
  if (statement.is("decorated_definition")) return BindsOf(statement.field("definition"));
  if (statement.is("function_definition") || statement.is("class_definition"))
    return {std::string(statement.field("name").text())};
  if (statement.is("expression_statement")) {
    const auto inner = statement.children();
    if (inner.empty() || (!inner[0].is("assignment") && !inner[0].is("augmented_assignment")))
      return {};
    const Node left = inner[0].field("left");
    // model.weight = …, x[0] = … change what is there already.
    if (left.is("attribute") || left.is("subscript")) return {};
    return NamesIn(std::string(left.text()));
  }
  // Loops and the like: whatever they assign.
  return program::OwnNames(SyntaxTree::Parse(std::string(statement.text())));
}

// Nothing that a later program needs: checks and what is printed.
bool OnlyTells(const Node& statement) {
  const std::string_view text = statement.text();
  // model(x) by itself: whoever takes the model runs it anyway.
  if (statement.is("expression_statement") && !statement.children().empty() &&
      statement.children()[0].is("call") &&
      statement.children()[0].field("function").is("identifier"))
    return true;
  return statement.is("assert_statement") || statement.is("comment") ||
         statement.is("try_statement") || text.starts_with("print(") ||
         text.starts_with("torch.testing.") || text.starts_with("np.testing.") ||
         text.starts_with("if __name__");
}

}  // namespace

std::set<std::string> NamesIn(const std::string& text) {
  std::set<std::string> out;
  for (const Name& name : NamesOf(SyntaxTree::Parse(text))) out.insert(name.text);
  return out;
}

std::set<std::string> BoundIn(const std::string& text) {
  std::set<std::string> out;
  const SyntaxTree tree = SyntaxTree::Parse(text);
  for (const Node& statement : tree.root().children())
    if (!IsImport(statement)) out.merge(BindsOf(statement));
  return out;
}

std::string Renamed(const std::string& text, const std::set<std::string>& names) {
  const SyntaxTree tree = SyntaxTree::Parse(text);
  std::vector<program::Edit> edits;
  for (const Name& name : NamesOf(tree))
    if (names.contains(name.text)) edits.push_back({name.span, name.text + "_2"});
  const auto out = program::ApplyEdits(text, std::move(edits));
  return out.ok() ? *out : text;
}

Slicer::Slicer(const program::Program& program, const program::Decomposition& parts) {
  for (const program::Import& import : program.imports) {
    imported_.insert(import.local);
    imported_.insert(import.local.substr(0, import.local.find('.')));
  }
  const auto optimises = [&](const Span& span, bool decorators) {
    return std::ranges::any_of(parts.optimisers, [&](const program::OptimiserPart& part) {
      const program::Call& call = program.calls[part.call];
      return Within(call.span, span) && (decorators || call.decorates.empty());
    });
  };
  std::set<std::string> spoilt;  // names of what optimisers gave
  bool first = true;
  for (const Node& node : program.tree.root().children()) {
    const bool documentation =
        first && node.is("expression_statement") && node.children()[0].is("string");
    first = false;
    if (documentation || OnlyTells(node)) continue;
    Statement made{.text = std::string(node.text()), .import = IsImport(node)};
    // @torch.compile above a function: the function itself is what is wanted.
    if (node.is("decorated_definition") && optimises(node.span(), true) &&
        !optimises(node.span(), false))
      made.text = std::string(node.field("definition").text());
    if (!made.import) {
      made.binds = BindsOf(node);
      made.uses = NamesIn(made.text);
      own_.insert(made.binds.begin(), made.binds.end());
    }
    const bool uses_spoilt = std::ranges::any_of(
        made.uses, [&](const std::string& name) { return spoilt.contains(name); });
    if (!made.import && (optimises(node.span(), false) || uses_spoilt)) {
      made.usable = false;
      spoilt.insert(made.binds.begin(), made.binds.end());
    }
    statements_.push_back(std::move(made));
  }
}

std::optional<std::string> Slicer::Slice(const std::vector<std::string>& expressions) const {
  std::set<std::string> needed;
  for (const std::string& expression : expressions) needed.merge(NamesIn(expression));
  for (const std::string& name : needed) {
    const bool made = std::ranges::any_of(statements_, [&](const Statement& statement) {
      return statement.usable && statement.binds.contains(name);
    });
    if (!made && (own_.contains(name) || (!imported_.contains(name) && !program::IsBuiltin(name))))
      return std::nullopt;
  }
  const auto wanted = [&](const Statement& statement) {
    const auto is_needed = [&](const std::string& name) { return needed.contains(name); };
    if (!statement.usable) return false;
    if (statement.import || std::ranges::any_of(statement.binds, is_needed)) return true;
    if (!statement.binds.empty()) return false;
    const bool own = std::ranges::any_of(
        statement.uses, [&](const std::string& name) { return own_.contains(name); });
    return !own || std::ranges::any_of(statement.uses, [&](const std::string& name) {
      return own_.contains(name) && needed.contains(name);
    });
  };
  std::vector<bool> chosen(statements_.size(), false);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < statements_.size(); ++i)
      if (!chosen[i] && wanted(statements_[i])) {
        more = chosen[i] = true;
        needed.insert(statements_[i].uses.begin(), statements_[i].uses.end());
      }
  }
  std::string out;
  for (size_t i = 0; i < statements_.size(); ++i)
    if (chosen[i]) out += statements_[i].text + "\n";
  return out;
}

}  // namespace assay::optbug
