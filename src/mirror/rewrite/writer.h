// Writes one program for another framework: the syntax tree is gone through from top to bottom, and
// every expression comes back as text with what is known of its value.
//
// Types of parameters are learnt from calls, which may stand below: a text is written several
// times, each with the `Memory` of the time before. Files: writer.cc (the walk), blocks.cc,
// names.cc, calls.cc, methods.cc and special.cc (calls), operators.cc, assign.cc, in_place.cc,
// views.cc and alias.cc (what changes), gradient.cc, tape.cc, training.cc, classes.cc.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/operation_writer.h"
#include "mirror/rewrite/rewriter.h"
#include "mirror/rewrite/scopes.h"
#include "mirror/rewrite/written.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

class Writer {
 public:
  // All but `direction` are borrowed.
  Writer(const Rules& rules, const Direction& direction, const FindTwin& twins, Memory& memory)
      : rules_(rules),
        from_(direction.from),
        to_(direction.to),
        twins_(twins),
        memory_(memory),
        names_(source_, memory),
        ops_(rules, direction, memory, log_, running_) {}

  // The whole text, without imports and helpers.
  std::string WriteAll(const program::SyntaxTree& tree);

  const WriteLog& log() const { return log_; }
  std::vector<std::string> source_imports;  // of the framework, as they stood

 private:
  using Node = program::Node;
  using Kind = Value::Kind;
  using Argument = CallArgument;
  using Item = BlockItem;
  using Gradient = GradientText;
  using Alias = SharedName;

  // writer.cc and blocks.cc
  Written Write(const Node& node);
  Written Dispatch(const Node& node);
  Written Generic(const Node& node);
  Written WriteLiteral(const Node& node, Kind kind);
  Written WriteSequence(const Node& node);
  Written WriteComprehension(const Node& node);
  Written WriteBlock(const Node& node);
  static void PlaceHelpers(std::vector<Item>& items);
  std::string Assemble(const Node& block, std::vector<Item>& items, size_t begin) const;
  std::string Indent(const Node& node) const {
    return std::string(static_cast<size_t>(node.column()), ' ');
  }
  Written WriteFor(const Node& node);
  Written WriteExcept(const Node& node);
  Written WriteWith(const Node& node);

  // names.cc
  Written WriteIdentifier(const Node& node);
  Written WriteAttribute(const Node& node);
  Written WriteMember(const Node& node, const Written& object, const std::string& name);
  std::optional<Written> DtypeMember(const Node& node, const Written& object,
                                     const std::string& name);
  bool DeletesTape(const Node& node) const;
  std::optional<Written> WriteConstant(const Reading& reading);
  std::optional<Written> WriteReference(const Reading& reading);
  Written WritePath(const std::string& path, const Node& node);
  // The statement without the framework's part; "" when nothing is left of it.
  std::string ReadImport(const Node& node);
  std::string ReadPlainImport(const Node& node);
  std::string ReadFromImport(const Node& node);

  // calls.cc, methods.cc, special.cc
  Written WriteCall(const Node& node);
  std::vector<Argument> Arguments(const Node& list);
  Written WriteMethod(const Node& node, const Node& callee);
  std::optional<Written> TensorMethod(const Node& node, const Written& object,
                                      const std::string& name,
                                      const std::vector<Argument>& arguments);
  Written WriteAt(const Node& node, const Node& place, const std::string& method);
  Written WriteApiCall(const Node& node, const std::string& path, std::vector<Argument> arguments);
  Written WriteOwnCall(const Node& node, const Written& callee, std::vector<Argument> arguments);
  Written WriteBuiltin(const Node& node, const std::string& name, std::vector<Argument> arguments);
  Written PlainCall(const Node& node, const std::string& callee,
                    const std::vector<Argument>& arguments);
  std::optional<Written> SpecialCall(const Node& node, const std::string& path,
                                     std::vector<Argument>& arguments);
  std::optional<Written> ObjectMethod(const Node& node, const Written& object,
                                      const std::string& name,
                                      const std::vector<Argument>& arguments);
  std::optional<Written> TypeCall(const Node& node, const std::string& path,
                                  const std::vector<Argument>& arguments);
  std::optional<Written> Getattr(const Node& node, const std::vector<Argument>& arguments);
  const std::vector<Reading>& Candidates(const std::string& path) const;
  Node SpreadLiteral(const std::string& name) const;
  std::vector<Argument> SpreadEntries(const Argument& splat);
  std::vector<Argument> Given(const Node& node, const std::vector<Argument>& arguments);

  // operators.cc
  Written WriteBinary(const Node& node);
  Written WriteComparison(const Node& node);
  Written WriteUnary(const Node& node);
  Written WriteSubscript(const Node& node);
  Written WriteConditional(const Node& node);
  std::string WriteIndex(const Node& node, bool* simple);
  bool HasArrays(const std::vector<Node>& parts);

  // assign.cc
  Written WriteAssignment(const Node& node);
  Written WriteAugmented(const Node& node);
  std::optional<std::string> ItemAssignment(const Node& target, const std::string& value,
                                            const std::string& operation);
  Written WriteExpressionStatement(const Node& node);

  // in_place.cc
  bool IsInPlaceCall(const Node& call) const;
  Node ChangedBy(const Node& call) const;
  std::optional<Written> InPlaceExpression(const Node& call);
  std::optional<std::string> InPlaceStatement(const Node& call);
  std::optional<std::string> LeafStatement(const Node& call);
  std::optional<std::string> VariableStatement(const Node& call);

  // views.cc
  Node ViewedObject(const Node& node) const;
  std::string RootName(const Node& node) const;
  bool SurelyView(const Node& node) const;
  std::optional<std::string> Store(const Node& place, const std::string& text);
  std::string WithItem(const Written& owner, const std::string& index, bool simple,
                       const std::string& value);

  // alias.cc
  void NoteAlias(const std::string& name, const Node& right, const Value& value, bool part);
  void NoteAliases(const Node& target, const Node& right, const Value& value);
  void NoteLoop(const Node& target, const Node& over);
  void Forget(const std::string& name);
  void LeaveBlock(const void* block, bool conditional);
  bool ReadLater(const std::string& name, const Node& node) const;
  void CheckOutside(const std::string& name, const Node& node);
  std::vector<std::string> AfterChange(const std::string& name, const Node& node);
  std::string WithFollowers(const std::string& statement, const std::string& changed,
                            const Node& node);
  void CheckChanged(const Node& node, const std::string& function,
                    const std::vector<Argument>& arguments, size_t first);
  void CheckChangedInput(const Node& node, const Argument& argument, const std::string& who);

  // gradient.cc, tape.cc
  bool IsBackward(const Node& statement) const;
  void WriteBackward(std::vector<Item>& items, size_t place);
  Gradient GradientOf(std::vector<Item>& items, size_t place, const Node& object,
                      const std::vector<size_t>& slice, const std::vector<std::string>& leaves,
                      const std::string& seed, const std::string& indent);
  Node AutogradCall(const Node& node) const;
  void PlanAutograd(std::vector<Item>& items, const Node& statement);
  std::string TapeBlock(std::vector<Item>& items, size_t first, size_t last,
                        const std::string& more, const std::string& indent,
                        const std::string& tape) const;
  std::string StatementIndent(const Node& node) const;
  Written WriteTapeMethod(const Node& node, const std::string& method,
                          const std::vector<Argument>& arguments);
  Written GradientOfGraph(const Node& node, const std::vector<Argument>& arguments, Written out);
  Written GradientOfFunction(const Node& node, const std::vector<Argument>& arguments, Written out);
  std::optional<Written> GradientCall(const Node& node, const std::string& path,
                                      const std::vector<Argument>& arguments);

  Written WriteAutocast(const Node& node);

  // training.cc
  std::optional<Written> OptimizerCall(const Node& node, const std::string& path,
                                       const std::vector<Argument>& arguments);
  std::optional<Written> KerasMethod(const Node& node, const Written& object,
                                     const std::string& name,
                                     const std::vector<Argument>& arguments);
  std::optional<Written> ApplyGradients(const Node& node, const Written& object,
                                        const std::vector<Argument>& arguments);
  std::optional<Written> KerasMember(const Node& node, const Written& object,
                                     const std::string& name);
  std::optional<Written> OptimizerMethod(const Node& node, const Written& object,
                                         const std::string& name);

  // classes.cc
  Written WriteClass(const Node& node);
  Written WriteFunction(const Node& node);
  std::string WriteParameters(const Node& parameters, const std::string& function);
  Written WriteLambda(const Node& node);
  Written WriteDecorator(const Node& node);
  bool IsModule(const std::string& name) const { return modules_.contains(name); }

  std::string Fresh(const std::string& stem);

  const Rules& rules_;
  const std::string from_, to_;
  const Framework &reads_ = FrameworkNamed(from_), &writes_ = FrameworkNamed(to_);
  const FrameworkFacts &source_ = reads_.facts(), &target_ = writes_.facts();
  const FindTwin& twins_;
  Memory& memory_;
  Scopes names_;
  WriteLog log_;
  std::vector<std::string> running_;  // functions whose body is being written
  OperationWriter ops_;
  const program::SyntaxTree* tree_ = nullptr;
  std::vector<std::string> classes_;  // open definitions: names of classes, "" for functions
  std::set<std::string> own_, modules_;
  std::map<std::string, Node> functions_;  // of the program
  std::map<std::string, std::string> tapes_;
  std::vector<Value> returned_;
  std::vector<std::string> before_;  // statements to be put before the one that is written
  size_t depth_ = 0;
  std::set<std::string> graded_;                  // leaves that have a gradient by now
  std::map<const void*, std::string> gradients_;  // calls of torch.autograd.grad that are planned
  std::vector<Alias> aliases_;
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
