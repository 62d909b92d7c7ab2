// Where the writer is in a program, and what it has met so far.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mirror/direction.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/operation_writer.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/scopes.h"
#include "mirror/rewrite/written.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

class WriterState {
 protected:
  // All but `direction` are borrowed.
  WriterState(const Rules& rules, const Direction& direction, const FindTwin& twins, Memory& memory)
      : rules_(rules),
        from_(direction.from),
        to_(direction.to),
        reads_(FrameworkNamed(from_)),
        writes_(FrameworkNamed(to_)),
        source_(reads_.facts()),
        target_(writes_.facts()),
        twins_(twins),
        memory_(memory),
        names_(source_, memory),
        ops_(rules, direction, memory, log_, running_) {}

  const Rules& rules_;
  const std::string from_, to_;
  const Framework &reads_, &writes_;
  const FrameworkFacts &source_, &target_;
  const FindTwin& twins_;
  Memory& memory_;
  Scopes names_;
  WriteLog log_;
  std::vector<std::string> running_;  // functions whose body is being written
  OperationWriter ops_;
  const program::SyntaxTree* tree_ = nullptr;
  std::vector<std::string> classes_;  // open definitions: names of classes, "" for functions
  std::set<std::string> own_, modules_;
  std::map<std::string, program::Node> functions_;  // of the program
  std::map<std::string, std::string> tapes_;
  std::vector<Value> returned_;
  std::vector<std::string> before_;  // statements to be put before the one that is written
  size_t depth_ = 0;
  std::set<std::string> graded_;                  // leaves that have a gradient by now
  std::map<const void*, std::string> gradients_;  // calls of torch.autograd.grad that are planned
  std::vector<SharedName> aliases_;
  std::vector<const void*> blocks_;           // open ones
  std::map<std::string, size_t> parameters_;  // of the function that is written, as they were given
  std::set<std::string> changed_;             // by the statement, beside its own targets
  std::map<std::string, std::vector<uint32_t>> mentions_;  // where a name stands
  std::vector<program::Span> repeated_, defined_;          // loops; functions
  const void* function_block_ = nullptr;                   // the body of the function
  const void* writing_change_ = nullptr;                   // the call whose effect is being written
  std::set<const void*> hoisted_;  // calls that stand before their statement
  bool imports_placed_ = false;
};

}  // namespace assay::mirror
