// Reads a syntax tree once, from top to bottom. Every expression gets its meaning when it is left,
// so that what it is made of is known by then.
#include "program/parse/reader.h"

#include <algorithm>
#include <unordered_map>

#include "base/strings.h"
#include "program/parse/names.h"
#include "program/parse/program.h"

namespace assay::program {
namespace {

// More than any Python takes.
constexpr size_t kMostNested = 200;  // argument lists in each other
constexpr size_t kMostName = 1000;   // bytes of a name

// Names that programs give to a package whatever they import it from.
std::string CanonicalRoot(std::string path) {
  if (path == "tf" || path.starts_with("tf.")) return "tensorflow" + path.substr(2);
  return path;
}

class Reader {
 public:
  explicit Reader(Program& out) : out_(out) {}

  void Read() {
    out_.tree.Walk([this](const Node& node) { return Enter(node); },
                   [this](const Node& node) { Leave(node); });
    if (stars_ == 1) ExplainByStar(out_, star_module_);
  }

 private:
  bool Enter(const Node& node) {
    if (node.is("import_statement")) return ReadImport(node), false;
    if (node.is("import_from_statement")) return ReadFrom(node), false;
    if (node.is("try_statement")) ++tries_;
    if (node.is("argument_list")) ++lists_;
    if (node.is("class_definition")) EnterClass(node);
    if (node.is("function_definition")) EnterFunction(node);
    return true;
  }

  void Leave(const Node& node) {
    const std::string_view type = node.type();
    if (type == "try_statement") --tries_;
    if (type == "argument_list") --lists_;
    if (type == "class_definition" || type == "function_definition") LeaveDefinition(node);
    if (type == "identifier") Set(node, names_.Get(std::string(node.text())));
    if (type == "attribute") LeaveAttribute(node);
    if (type == "call") LeaveCall(node);
    if (type == "decorator") LeaveDecorator(node);
    if (type == "assignment") LeaveAssignment(node);
    if (type == "parenthesized_expression" || type == "unary_operator" || type == "await")
      LeaveWrapped(node);
    if (type == "binary_operator")
      Set(node, {"", OperatorType(Get(node.field("left")).type, Get(node.field("right")).type)});
    if (type == "subscript") {
      const std::string owner = Get(node.field("value")).type;
      Set(node, {"", IsTensorType(owner) ? owner : ""});
    }
  }

  Meaning Get(const Node& node) const {
    const auto found = node.present() ? meanings_.find(node.id()) : meanings_.end();
    return found == meanings_.end() ? Meaning{} : found->second;
  }
  void Set(const Node& node, Meaning meaning) {
    if (!meaning.path.empty() || !meaning.type.empty()) meanings_[node.id()] = std::move(meaning);
  }

  void AddImport(std::string full, const std::string& local, const Node& node) {
    full = CanonicalRoot(std::move(full));
    names_.Set(local, {full, ""});
    out_.imports.push_back({std::move(full), local, node.line(), tries_ > 0});
  }

  void ReadImport(const Node& node) {
    for (const Node& item : node.children()) {
      if (item.is("aliased_import")) {
        AddImport(std::string(item.field("name").text()), std::string(item.field("alias").text()),
                  node);
      } else if (item.is("dotted_name")) {
        const std::string full(item.text()), root = full.substr(0, full.find('.'));
        // `import torch.nn` binds `torch`; what is listed is the module that has to exist.
        names_.Set(root, {CanonicalRoot(root), ""});
        out_.imports.push_back({full, root, node.line(), tries_ > 0});
      }
    }
  }

  void ReadFrom(const Node& node) {
    const Node module = node.field("module_name");
    const std::string from(module.text());
    for (const Node& item : node.children()) {
      if (item.id() == module.id()) continue;
      if (item.is("wildcard_import")) {
        out_.star_import = true;
        ++stars_;
        star_module_ = CanonicalRoot(from);
        out_.imports.push_back({from, "*", node.line(), tries_ > 0});
      } else if (item.is("aliased_import")) {
        AddImport(from + "." + std::string(item.field("name").text()),
                  std::string(item.field("alias").text()), node);
      } else if (item.is("dotted_name")) {
        AddImport(from + "." + std::string(item.text()), std::string(item.text()), node);
      }
    }
  }

  std::string Inside() const { return Join(inside_, "."); }

  void EnterClass(const Node& node) {
    Definition made{.kind = Definition::Kind::kClass,
                    .span = node.span(),
                    .body = node.field("body").span(),
                    .line = node.line()};
    const std::string name(node.field("name").text());
    names_.Set(name, {name, ""});
    inside_.push_back(name);
    made.name = Inside();
    AddDefinition(std::move(made));
    names_.Enter();
  }

  void EnterFunction(const Node& node) {
    Definition made{.kind = Definition::Kind::kFunction,
                    .span = node.span(),
                    .body = node.field("body").span(),
                    .line = node.line()};
    const std::string name(node.field("name").text());
    if (inside_.empty()) names_.Set(name, {name, ""});
    inside_.push_back(name);
    made.name = Inside();
    const std::vector<Node> parameters = node.field("parameters").children();
    names_.Enter();
    for (const Node& parameter : parameters) {
      const std::string own = ParameterName(parameter);
      if (own.empty()) continue;
      // A parameter hides what its name meant outside.
      names_.Set(own, {});
      made.parameters.push_back(own);
    }
    if (!made.parameters.empty() && made.parameters[0] == "self" && inside_.size() > 1)
      names_.Set("self", {"", inside_[inside_.size() - 2]});
    AddDefinition(std::move(made));
  }

  void AddDefinition(Definition made) {
    open_.push_back(out_.definitions.size());
    out_.definition_places.emplace(made.name, out_.definitions.size());
    for (const size_t call : decorators_) out_.calls[call].decorates = made.name;
    decorators_.clear();
    out_.definitions.push_back(std::move(made));
  }

  static std::string ParameterName(const Node& parameter) {
    if (parameter.is("identifier")) return std::string(parameter.text());
    if (const Node name = parameter.field("name"); name.present()) return std::string(name.text());
    for (const Node& child : parameter.children())
      if (child.is("identifier")) return std::string(child.text());
    return "";
  }

  void LeaveDefinition(const Node& node) {
    Definition& made = out_.definitions[open_.back()];
    for (const Node& base : node.field("superclasses").children()) {
      if (base.is("keyword_argument")) continue;
      const std::string path = Get(base).path;
      made.bases.push_back(path.empty() ? std::string(base.text()) : path);
    }
    open_.pop_back();
    inside_.pop_back();
    names_.Leave();
  }

  void LeaveAttribute(const Node& node) {
    const Meaning owner = Get(node.field("object"));
    const std::string name(node.field("attribute").text());
    if (owner.path.size() > kMostName) return;
    if (!owner.path.empty()) return Set(node, {owner.path + "." + name, ""});
    if (owner.type.empty()) return;
    if (const auto own = attributes_.find(owner.type + "." + name); own != attributes_.end())
      return Set(node, own->second);
    // A method that is about to be called, or a property of a tensor that is one too (x.T, x.grad).
    const bool property =
        name == "T" || name == "mT" || name == "grad" || name == "data" || name == "real";
    Set(node, property && IsTensorType(owner.type) ? Meaning{"", owner.type}
                                                   : Meaning{owner.type + "." + name, ""});
  }

  void LeaveWrapped(const Node& node) {
    const std::vector<Node> children = node.children();
    if (children.size() == 1) Set(node, Get(children[0]));
  }

  void LeaveCall(const Node& node) {
    const Node callee = node.field("function");
    const Meaning meaning = Get(callee);
    Call call{.api = !meaning.path.empty()  ? meaning.path
                     : meaning.type.empty() ? ""
                                            : meaning.type + ".__call__",
              .written = std::string(callee.text().substr(0, kMostName)),
              .span = node.span(),
              .callee = callee.span(),
              .line = node.line(),
              .column = node.column(),
              .inside = Inside()};
    if (lists_ < kMostNested)
      for (const Node& argument : node.field("arguments").children()) AddArgument(call, argument);
    // What a model or layer gives is a tensor of its framework; a class of the program gives an
    // object of it.
    const Definition* own = out_.FindDefinition(call.api);
    std::string result =
        own != nullptr && own->kind == Definition::Kind::kClass ? call.api : ResultType(call.api);
    if (own != nullptr && own->kind == Definition::Kind::kFunction) result.clear();
    if (const std::string owner = OwnerOfChain(call.api); !owner.empty()) result = owner;
    Set(node, {"", result});
    out_.calls.push_back(std::move(call));
  }

  // Net().eval() gives the Net: the class of the program whose method gives its object back.
  std::string OwnerOfChain(const std::string& api) const {
    constexpr std::string_view kGiveBack[] = {"eval",  "train",  "to",   "cpu",           "cuda",
                                              "float", "double", "half", "requires_grad_"};
    const size_t dot = api.rfind('.');
    if (dot == std::string::npos) return "";
    const std::string owner = api.substr(0, dot);
    const Definition* made = out_.FindDefinition(owner);
    const bool gives_back =
        std::ranges::find(kGiveBack, std::string_view(api).substr(dot + 1)) != std::end(kGiveBack);
    return gives_back && made != nullptr && made->kind == Definition::Kind::kClass ? owner : "";
  }

  static void AddArgument(Call& call, const Node& argument) {
    if (argument.is("comment")) return;
    Argument out{.text = std::string(argument.text()), .span = argument.span()};
    if (argument.is("keyword_argument")) {
      out.keyword = argument.field("name").text();
      out.text = argument.field("value").text();
      out.span =
          argument.field("value").present() ? argument.field("value").span() : argument.span();
    }
    if (argument.is("list_splat")) out.keyword = "*";
    if (argument.is("dictionary_splat")) out.keyword = "**";
    call.arguments.push_back(std::move(out));
  }

  // @torch.jit.script calls what it names, with the definition as its argument.
  void LeaveDecorator(const Node& node) {
    const std::vector<Node> children = node.children();
    if (children.size() != 1) return;
    if (children[0].is("call")) return decorators_.push_back(out_.calls.size() - 1);
    const std::string path = Get(children[0]).path;
    if (path.empty()) return;
    out_.calls.push_back({.api = path,
                          .written = std::string(children[0].text()),
                          .span = node.span(),
                          .callee = children[0].span(),
                          .line = node.line(),
                          .column = node.column(),
                          .inside = Inside(),
                          .decorator = true});
    decorators_.push_back(out_.calls.size() - 1);
  }

  void LeaveAssignment(const Node& node) {
    const Node left = node.field("left"), right = node.field("right");
    const Meaning value = Get(right);
    if (right.is("call") && !out_.calls.empty() && out_.calls.back().span == right.span() &&
        (left.is("identifier") || left.is("attribute")))
      out_.calls.back().assigned = left.text();
    if (left.is("identifier")) names_.Set(std::string(left.text()), value);
    if (left.is("attribute")) SetAttribute(left, value);
    if ((left.is("identifier") || left.is("attribute")) && !value.type.empty())
      out_.variables.push_back(
          {std::string(left.text()), Inside(), value.type, node.span(), node.line()});
  }

  // self.fc = torch.nn.Linear(2, 2) is known in all methods of the class.
  void SetAttribute(const Node& left, const Meaning& value) {
    const std::string owner = Get(left.field("object")).type;
    if (owner.empty() || value.type.empty()) return;
    attributes_[owner + "." + std::string(left.field("attribute").text())] = value;
  }

  Program& out_;
  Names names_;
  std::unordered_map<const void*, Meaning> meanings_;
  std::unordered_map<std::string, Meaning> attributes_;  // of objects: Net.fc
  std::vector<std::string> inside_;
  std::vector<size_t> open_;
  std::vector<size_t> decorators_;  // calls above a definition that is still to come
  int tries_ = 0, stars_ = 0;
  size_t lists_ = 0;  // argument lists that are open
  std::string star_module_;
};

}  // namespace

void ReadTree(Program& program) { Reader(program).Read(); }

}  // namespace assay::program
