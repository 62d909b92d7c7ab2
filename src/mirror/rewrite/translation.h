// One program on its way from one framework to another: what the parts of the writer share.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/operation_writer.h"
#include "mirror/rewrite/source.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

// What a statement does beside its own text.
struct SideEffects {
  std::vector<std::string> before;  // statements to be put before it
  std::set<std::string> changed;    // names beside its own targets
};

struct Translation {
  // All but `direction` are borrowed.
  Translation(const Rules& rules_of_all, const Direction& direction, const FindTwin& find_twin,
              Memory& learnt, const program::SyntaxTree& tree)
      : rules(rules_of_all),
        from(direction.from),
        to(direction.to),
        twins(find_twin),
        memory(learnt),
        program(tree) {}
  Translation(const Translation&) = delete;

  const Rules& rules;
  const std::string from, to;
  const Framework &reads = FrameworkNamed(from), &writes = FrameworkNamed(to);
  const FindTwin& twins;
  Memory& memory;
  SourceProgram program;
  Scopes names{reads.facts(), memory};
  Views views{rules, reads, names};
  Aliases aliases{reads.facts(), program, names, views, memory};
  WriteLog log;
  OperationWriter ops{rules, {from, to}, memory, log, names};
  SideEffects effects;             // of the statement that is written
  std::set<std::string> networks;  // classes of the program that are networks or layers
  std::function<Written(const program::Node&)> write;  // any node
};

// The base of the parts: each knows how to write some kinds of nodes.
class WriterPart {
 protected:
  using Node = program::Node;
  using Kind = Value::Kind;
  using Arguments = std::vector<CallArgument>;

  explicit WriterPart(Translation& all) : all_(all) {}

  Written Write(const Node& node) { return all_.write(node); }
  // The text of the node with what is below written anew; the value of an only child.
  Written WriteChildren(const Node& node);
  // The text between two nodes.
  std::string Between(const Node& a, const Node& b) const {
    return program_.Between(a.span().end, b.span().begin);
  }
  static std::string Indent(const Node& node) {
    return std::string(static_cast<size_t>(node.column()), ' ');
  }
  // Four columns to the right.
  static std::string Indented(const std::string& text);
  std::string NoTwin() const { return "has no twin in " + to_; }

 private:
  Translation& all_;

 protected:
  const Rules& rules_ = all_.rules;
  const std::string &from_ = all_.from, &to_ = all_.to;
  const Framework &reads_ = all_.reads, &writes_ = all_.writes;
  const FrameworkFacts &source_ = reads_.facts(), &target_ = writes_.facts();
  const FindTwin& twins_ = all_.twins;
  Memory& memory_ = all_.memory;
  SourceProgram& program_ = all_.program;
  Scopes& names_ = all_.names;
  const Views& views_ = all_.views;
  Aliases& aliases_ = all_.aliases;
  WriteLog& log_ = all_.log;
  OperationWriter& ops_ = all_.ops;
  SideEffects& effects_ = all_.effects;
  std::set<std::string>& networks_ = all_.networks;
};

}  // namespace assay::mirror
