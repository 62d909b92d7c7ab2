// The front end: what a program says. Nothing here writes.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/value.h"
#include "mirror/rewrite/written.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

// What the text of a program says before any of it is written: its names and functions, where
// names stand, which statements a value depends on.
class SourceProgram {
 public:
  using Node = program::Node;

  explicit SourceProgram(const program::SyntaxTree& tree);  // is borrowed

  Node root() const { return tree_.root(); }
  bool HasFunction(std::string_view name) const { return functions_.contains(name); }
  const NameSet& names() const { return own_; }
  bool HasName(std::string_view name) const { return own_.contains(name); }
  // A name that the program leaves free.
  std::string Fresh(const std::string& stem);

  // The text between two places of the program; of `whole` with its `parts` as `write` says.
  std::string Between(uint32_t begin, uint32_t end) const;
  std::string Replaced(program::Span whole, const std::vector<Node>& parts,
                       const std::function<std::string(const Node&)>& write) const;
  // What stands before a node in its line; `*alone`: nothing but blanks.
  std::string LineBefore(const Node& node, bool* alone) const;

  // Whether anything but `node` reads the name once `node` has run.
  bool ReadLater(const std::string& name, const Node& node) const;
  // The literal that `name` stands for, where the program assigns it once and does nothing with it
  // but spread it: then nobody can have changed it.
  Node SpreadLiteral(const std::string& name) const;
  // Names that a node reads, those of the program's functions that it calls included.
  std::set<std::string> NamesIn(const Node& node) const;
  // Statements before `place` through which `leaves` reach `needed`, from top to bottom; `used`:
  // the leaves that do.
  std::vector<size_t> Slice(const std::vector<BlockItem>& items, size_t place,
                            std::set<std::string> needed, const NameSet& leaves,
                            std::set<std::string>* used) const;

 private:
  const program::SyntaxTree& tree_;
  NameSet own_;
  std::map<std::string, Node, std::less<>> functions_;
  std::map<std::string, std::vector<uint32_t>> mentions_;  // where a name stands
  std::vector<program::Span> repeated_, defined_;          // loops; functions
};

// What the names of a program stand for, where the writer is.
class Scopes {
 public:
  using Names = std::map<std::string, Value, std::less<>>;

  // Both are borrowed.
  Scopes(const FrameworkFacts& source, Memory& memory) : source_(source), memory_(memory) {}

  void Open() { open_.emplace_back(); }
  void Close() { open_.pop_back(); }
  size_t depth() const { return open_.size(); }
  Names& innermost() { return open_.back(); }
  const Names& innermost() const { return open_.back(); }

  Value Lookup(std::string_view name) const;
  void Bind(std::string_view name, Value value);
  void BindPattern(const program::Node& pattern, const Value& value);
  // The names of an import. Gives the statement without the framework's part; "": nothing is left.
  std::string BindImport(const program::Node& statement, WriteLog& log);
  // The package, class or function that an expression names; "": none.
  std::string PathOf(const program::Node& node) const;
  // Whether it belongs to the framework that the program is for.
  bool OfSource(const std::string& path) const;

  std::vector<std::set<std::string>> loop_made;  // names assigned per open loop body
  std::vector<std::string> running;              // functions whose body is being written
  std::vector<std::string> classes;  // open definitions: names of classes, "" for functions

 private:
  using Kind = Value::Kind;

  std::string BindPlainImport(const program::Node& statement);
  std::string BindFromImport(const program::Node& statement, WriteLog& log);

  const FrameworkFacts& source_;
  Memory& memory_;
  std::vector<Names> open_{1};
};

// Views: expressions whose value shares its memory with a variable, in a framework whose tensors
// change in their place. One step leads from `x.view(-1)[0]` to `x.view(-1)`, the next one to `x`.
class Views {
 public:
  using Node = program::Node;

  // All are borrowed.
  Views(const Rules& rules, const Framework& reads, const Scopes& names)
      : rules_(rules), reads_(reads), names_(names) {}

  // x.add_(1), torch.relu_(x), F.relu(x, inplace=True), torch.add(x, y, out=z).
  bool IsInPlaceCall(const Node& call) const;
  // The tensor that such a call changes.
  Node ChangedBy(const Node& call) const;
  // The object of a view: `x` of `x[0]`, `x.t()`, `torch.t(x)`, `x.data`, `x.add_(1)`. Nothing when
  // the expression makes something new.
  Node ViewedObject(const Node& node) const;
  // How it was made of its object, a subscript aside.
  ViewStep StepOf(const Node& view) const;
  // The variable below all views, or an attribute of one (self.buffer); "" where there is none.
  std::string RootName(const Node& node) const;
  // Whether a view is one for certain: some calls give a copy where they must.
  bool SurelyView(const Node& node) const;

 private:
  using Kind = Value::Kind;

  ViewStep FunctionStep(const std::string& path) const;

  const Rules& rules_;
  const Framework& reads_;
  const Scopes& names_;
};

// The value of a keyword argument; nothing where it is not given.
program::Node KeywordValue(const program::Node& arguments, std::string_view keyword);

// A name that shares its memory with another one.
struct SharedName {
  std::string name;
  program::Node view;            // what made it: an expression over `base`
  std::string base;              // the variable below it
  std::set<std::string> others;  // further names in the expression
  size_t scope = 0;              // depth of scopes
  const void* block = nullptr;   // in which it was made
  bool certain = true;           // on every path, and by every reading
};

// A name that has to follow the change of another one.
struct Follower {
  std::string name, changed;
  program::Node view;
  bool certain = true;
  bool back = false;  // `changed` is the view of it; otherwise the other way round
};

// Names that share their memory. PyTorch changes tensors in their place, and whoever looks at the
// same memory sees it; tensors of the others never change. So it is kept who shares with whom, and
// told who has to follow a change.
class Aliases {
 public:
  using Node = program::Node;

  // All are borrowed.
  Aliases(const FrameworkFacts& source, const SourceProgram& program, const Scopes& names,
          const Views& views, Memory& memory)
      : source_(source), program_(program), names_(names), views_(views), memory_(memory) {}

  // target = right, and for target in over.
  void Note(const Node& target, const Node& right, const Value& value);
  void NoteLoop(const Node& target, const Node& over);
  // Blocks are left in the reverse order.
  void OpenBlock(const Node& block) { blocks_.push_back(block.id()); }
  void CloseBlock(const Node& block);
  // Names of the function that ends are gone.
  void CloseFunction();
  // Whom a change of `name` in its place concerns, each once, in the order in which they follow.
  std::vector<Follower> Followers(const std::string& name);
  // What the function that is written was given is changed by it.
  void NoteChange(const std::string& name);

  // The function that is written.
  struct Function {
    std::map<std::string, size_t> parameters;  // as they were given
    const void* body = nullptr;
  } function;

 private:
  using Kind = Value::Kind;

  void NoteOne(const std::string& name, const Node& right, const Value& value, bool part);
  void Forget(const std::string& name);

  const FrameworkFacts& source_;
  const SourceProgram& program_;
  const Scopes& names_;
  const Views& views_;
  Memory& memory_;
  std::vector<SharedName> all_;
  std::vector<const void*> blocks_{nullptr};  // open ones; a broken text has none at all
};

}  // namespace assay::mirror
