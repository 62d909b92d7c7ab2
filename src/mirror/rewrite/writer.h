// Writes one program for another framework, from top to bottom; every expression comes back as text
// with what is known of its value. Types of parameters are learnt from calls, which may stand
// below: a text is written several times, each with the `Memory` of the time before.
//
// - The front end, source.h, writes nothing: the program's text, its names, who shares memory.
// - Operations: rules.h and spelling.h (the tables), operation_writer.h (a call with its slots),
//   GradientOf, ItemOf and ViewStep of framework.h.
// - Back ends: frameworks/, one file each, and quirks.h.
// - Between them one class for each kind of nodes: expressions.h, calls.h, statements.h,
//   gradients.h.
//
// No tree of operations is kept: whether a call can be carried, and of which type its result is,
// depends on how its operands were written for the other framework.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirror/rewrite/calls.h"
#include "mirror/rewrite/statements.h"

namespace assay::mirror {

class Writer : WriterPart {
 public:
  explicit Writer(Translation& all);  // is borrowed

  // The whole text, without imports and helpers.
  std::string WriteAll();

  std::vector<std::string> source_imports;  // of the framework, as they stood

 private:
  // writer.cc: which part writes a node.
  Written WriteNode(const Node& node);
  std::optional<Written> WriteStatement(const Node& node);
  std::optional<Written> WriteExpression(const Node& node);
  static Written WriteLiteral(const Node& node, Kind kind);
  Written WriteSequence(const Node& node);
  Written WriteComprehension(const Node& node);

  // blocks.cc: statements that hold others.
  Written WriteBlock(const Node& node);
  void WriteItem(const Node& node, BlockItem& item, std::vector<BlockItem>& before);
  std::string WriteImport(const Node& node, bool top);
  Written WriteLoop(const Node& node);
  Written WriteExcept(const Node& node);
  std::vector<std::string> Caught(const Node& type);
  Written WriteWith(const Node& node);
  std::string AutocastType(const Node& call) const;

  size_t depth_ = 0;
  bool imports_placed_ = false;
  ArgumentWriter arguments_;
  OperatorWriter operators_;
  TrainingWriter training_;
  NameWriter attributes_;
  ChangeWriter changes_;
  GradientWriter gradients_;
  TapeWriter tapes_;
  DefinitionWriter definitions_;
  AssignmentWriter assignments_;
  CallWriter calls_;
};

}  // namespace assay::mirror
