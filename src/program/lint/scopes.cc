#include "program/lint/scopes.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "program/parse/program.h"

namespace assay::program {
namespace {

// Their own scope is the whole node; that of definitions is their body only.
constexpr std::string_view kComprehensions[] = {"list_comprehension", "set_comprehension",
                                                "dictionary_comprehension", "generator_expression"};
// Fields of nodes that bind the names in them: NODE, FIELD. The whole node where the field is "".
struct Binder {
  std::string_view node, field;
};
constexpr Binder kBinders[] = {{"assignment", "left"},       {"augmented_assignment", "left"},
                               {"for_statement", "left"},    {"for_in_clause", "left"},
                               {"named_expression", "name"}, {"as_pattern_target", ""},
                               {"parameters", ""},           {"lambda_parameters", ""},
                               {"global_statement", ""},     {"nonlocal_statement", ""},
                               {"case_pattern", ""},         {"type_alias_statement", "left"},
                               {"type_parameter", ""}};

enum class ScopeKind { kModule, kFunction, kClass, kComprehension };
struct Scope {
  size_t parent = 0;
  ScopeKind kind = ScopeKind::kModule;
  std::set<std::string, std::less<>> bound;
};
struct Use {
  Node node;
  size_t scope;
};

class Collector {
 public:
  explicit Collector(const SyntaxTree& tree) : tree_(tree), scopes_(1) {}

  std::vector<UndefinedName> Run() {
    tree_.Walk([this](const Node& node) { return Enter(node); },
               [this](const Node& node) { Leave(node); });
    std::vector<UndefinedName> out;
    if (opaque_) return out;
    std::set<std::string> told;
    for (const Use& use : uses_) {
      const std::string name(use.node.text());
      if (!Visible(name, use.scope) && told.insert(name).second)
        out.push_back({name, use.node.line(), use.node.column()});
    }
    return out;
  }

 private:
  bool Enter(const Node& node) {
    const Node parent = above_.empty() ? Node() : above_.back();
    above_.push_back(node);
    // What is broken says nothing about names.
    if (node.is("ERROR") || ts_node_is_missing(node.raw())) return false;
    if (node.is("import_statement") || node.is("import_from_statement") ||
        node.is("future_import_statement"))
      return BindImport(node), false;
    if (const auto body = bodies_.find(node.id()); body != bodies_.end())
      OpenBody(node, body->second);
    if (node.is("function_definition") || node.is("class_definition") || node.is("lambda"))
      Define(node);
    if (std::ranges::find(kComprehensions, node.type()) != std::end(kComprehensions))
      Open(node, ScopeKind::kComprehension);
    for (const Binder& binder : kBinders)
      if (node.is(binder.node)) Bind(binder.field.empty() ? node : node.field(binder.field));
    if (node.is("named_expression")) Bind(node.field("name"), AroundComprehensions());
    if (node.is("global_statement")) Bind(node, 0);
    if (node.is("except_clause")) BindExcept(node);
    if (node.is("identifier")) Note(node, parent);
    return true;
  }

  void Leave(const Node& node) {
    above_.pop_back();
    // A comprehension that is the body of a lambda has opened two.
    while (!open_.empty() && open_.back().second == node.id()) open_.pop_back();
  }

  size_t Current() const { return open_.empty() ? 0 : open_.back().first; }

  // Where `:=` binds.
  size_t AroundComprehensions() const {
    size_t scope = Current();
    while (scopes_[scope].kind == ScopeKind::kComprehension) scope = scopes_[scope].parent;
    return scope;
  }

  void Open(const Node& node, ScopeKind kind) {
    scopes_.push_back({Current(), kind, {}});
    open_.emplace_back(scopes_.size() - 1, node.id());
  }

  // Defaults, annotations, decorators and base classes belong to the scope around, so the new one
  // begins with the body.
  void Define(const Node& node) {
    if (const Node name = node.field("name"); name.present())
      scopes_[Current()].bound.emplace(name.text());
    if (const Node body = node.field("body"); body.present()) bodies_[body.id()] = node;
  }
  void OpenBody(const Node& body, const Node& definition) {
    Open(body, definition.is("class_definition") ? ScopeKind::kClass : ScopeKind::kFunction);
    Bind(definition.field("parameters"));
    Bind(definition.field("type_parameters"));
  }

  // All names in a target. Subscripts and attributes bind nothing, but binding what stands in them
  // only hides mistakes.
  void Bind(const Node& target) { Bind(target, Current()); }
  void Bind(const Node& target, size_t scope) {
    std::vector<Node> waiting{target};
    while (!waiting.empty()) {
      const Node node = waiting.back();
      waiting.pop_back();
      if (!node.present() || node.is("attribute") || node.is("subscript") || node.is("type"))
        continue;
      if (node.is("identifier")) scopes_[scope].bound.emplace(node.text());
      const Node value = node.field("value");
      for (const Node& child : node.children())
        if (!value.present() || child.id() != value.id()) waiting.push_back(child);
    }
  }

  // except Error as name: older grammars hold the name as the second child.
  void BindExcept(const Node& node) {
    const std::vector<Node> children = node.children();
    if (children.size() > 1 && children[1].is("identifier")) Bind(children[1]);
  }

  void BindImport(const Node& node) {
    const Node module = node.field("module_name");
    for (const Node& item : node.children()) {
      if (module.present() && item.id() == module.id()) continue;
      if (item.is("wildcard_import")) opaque_ = true;
      const std::string_view name =
          item.is("aliased_import") ? item.field("alias").text() : item.text();
      scopes_[Current()].bound.emplace(name.substr(0, name.find('.')));
    }
  }

  void Note(const Node& node, const Node& parent) {
    // The name of a definition, a parameter: bound, not used.
    const std::string_view above = parent.type();
    if (above.ends_with("_definition") && parent.field("name").id() == node.id()) return;
    if (above == "parameters" || above == "lambda_parameters" || above == "typed_parameter") return;
    if (above.ends_with("default_parameter") && parent.field("name").id() == node.id()) return;
    if (above == "list_splat_pattern" || above == "dictionary_splat_pattern") return;
    if (parent.is("attribute") && parent.field("attribute").id() == node.id()) return;
    if (parent.is("keyword_argument") && parent.field("name").id() == node.id()) return;
    if (parent.is("keyword_pattern") || parent.is("dotted_name") || parent.is("format_specifier"))
      return;
    if (node.text() == "exec" || node.text() == "globals" || node.text() == "eval" ||
        node.text() == "locals")
      opaque_ = true;
    uses_.push_back({node, Current()});
  }

  bool Visible(const std::string& name, size_t scope) const {
    if (IsBuiltin(name)) return true;
    bool direct = true;
    for (;;) {
      // The names of a class are seen by its body, not by the functions in it.
      const Scope& here = scopes_[scope];
      if ((direct || here.kind != ScopeKind::kClass) && here.bound.contains(name)) return true;
      direct = direct && here.kind == ScopeKind::kComprehension;
      if (scope == 0) return false;
      scope = here.parent;
    }
  }

  const SyntaxTree& tree_;
  std::vector<Scope> scopes_;
  std::vector<std::pair<size_t, const void*>> open_;
  std::unordered_map<const void*, Node> bodies_;  // body -> its definition
  std::vector<Node> above_;                       // the nodes that are open
  std::vector<Use> uses_;
  bool opaque_ = false;  // names may come from where nobody sees them
};

}  // namespace

std::vector<UndefinedName> UndefinedNames(const SyntaxTree& tree) { return Collector(tree).Run(); }

}  // namespace assay::program
