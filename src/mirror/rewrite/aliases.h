// Names that share their memory. PyTorch changes tensors in their place, and whoever looks at the
// same memory sees it; tensors of the others never change. So it is kept who shares with whom, and
// told who has to follow a change.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/scopes.h"
#include "mirror/rewrite/source_program.h"
#include "mirror/rewrite/views.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

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
