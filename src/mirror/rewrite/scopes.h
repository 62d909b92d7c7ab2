// What the names of a program stand for, where the writer is.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/value.h"
#include "mirror/rewrite/written.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

class Scopes {
 public:
  // Both are borrowed.
  Scopes(const FrameworkFacts& source, Memory& memory) : source_(source), memory_(memory) {}

  void Open() { open_.emplace_back(); }
  void Close() { open_.pop_back(); }
  size_t depth() const { return open_.size(); }
  std::map<std::string, Value>& innermost() { return open_.back(); }
  const std::map<std::string, Value>& innermost() const { return open_.back(); }

  Value Lookup(const std::string& name) const;
  void Bind(const std::string& name, Value value);
  void BindPattern(const program::Node& pattern, const Value& value);
  // The package, class or function that an expression names; "": none.
  std::string PathOf(const program::Node& node) const;
  // Whether it belongs to the framework that the program is for.
  bool OfSource(const std::string& path) const;

  std::vector<std::set<std::string>> loop_made;  // names assigned per open loop body

 private:
  using Kind = Value::Kind;

  const FrameworkFacts& source_;
  Memory& memory_;
  std::vector<std::map<std::string, Value>> open_{1};
};

// Which names statements read and change, and which of them a value depends on.

// Names that a statement reads, those of `functions` of the program that it calls included.
std::set<std::string> NamesIn(const program::Node& node,
                              const std::map<std::string, program::Node>& functions);

// Statements before `place` through which `leaves` reach `needed`, from top to bottom; `used`: the
// leaves that do.
std::vector<size_t> Slice(const std::vector<BlockItem>& items, size_t place,
                          std::set<std::string> needed, const std::set<std::string>& leaves,
                          const std::map<std::string, program::Node>& functions,
                          std::set<std::string>* used);

// Four columns to the right.
std::string Indented(const std::string& text);

}  // namespace assay::mirror
