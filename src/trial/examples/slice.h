// What of a program is needed for one of its expressions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "program/parse/program.h"
#include "trial/call.h"

namespace assay::trial {

struct Statement {
  program::Span span;
  std::string text;
  std::set<std::string> binds;    // names that it gives a meaning
  std::set<std::string> changes;  // names whose objects it may change: x[0] = 1, x.fill_(1)
  std::set<std::string> uses;     // names that must have a meaning before it
  bool block = false;             // with, for, if: what is inside happens under conditions
};

// The statements at the top of the program, in their order.
std::vector<Statement> TopStatements(const program::Program& program);

// Names that an expression uses, without those that it binds itself (lambda x: …).
std::set<std::string> NamesUsed(const program::Node& expression);

// Those of statements[0, end) that `needed` depends on, except `without`; what is not defined by
// them remains in `needed`.
std::vector<size_t> SliceFor(const std::vector<Statement>& statements, size_t end, size_t without,
                             std::set<std::string>& needed);

// Which parameter an argument of a written call belongs to.

// Positional arguments get the name that all documented overloads agree on, "" where they do not.
std::vector<CallArgument> BindArguments(const std::vector<program::Argument>& arguments,
                                        const knowledge::ApiDoc& doc);

// Arguments of an object that is called: nothing is documented of their names.
std::vector<CallArgument> NameArguments(const std::vector<program::Argument>& arguments);

}  // namespace assay::trial
