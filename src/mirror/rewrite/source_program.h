// What the text of a program says before any of it is written: its names and functions, where
// names stand, which statements a value depends on.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/written.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

class SourceProgram {
 public:
  using Node = program::Node;

  explicit SourceProgram(const program::SyntaxTree& tree);  // is borrowed

  Node root() const { return tree_.root(); }
  bool HasFunction(const std::string& name) const { return functions_.contains(name); }
  bool HasName(const std::string& name) const { return own_.contains(name); }
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
                            std::set<std::string> needed, const std::set<std::string>& leaves,
                            std::set<std::string>* used) const;

 private:
  const program::SyntaxTree& tree_;
  std::set<std::string> own_;
  std::map<std::string, Node> functions_;
  std::map<std::string, std::vector<uint32_t>> mentions_;  // where a name stands
  std::vector<program::Span> repeated_, defined_;          // loops; functions
};

}  // namespace assay::mirror
