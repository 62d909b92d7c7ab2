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
  std::vector<std::map<std::string, Value>> open_{1};
};

}  // namespace assay::mirror
