// Statements: what changes, what is assigned, what is defined.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/gradients.h"

namespace assay::mirror {

// What changes a tensor in its place, alone in its line or in the middle of an expression:
// TensorFlow's and JAX's tensors never change, so the name gets the new value, and so does every
// other name that shares its memory, by a line of its own. What is changed through a view goes the
// way back. Where that cannot be said, the place is left.
class ChangeWriter : WriterPart {
 public:
  ChangeWriter(Translation& all, OperatorWriter& operators)
      : WriterPart(all), operators_(operators) {}

  // A call that changes something, alone in its line or in the middle of an expression; nothing
  // where it changes nothing, or nobody else has what it changes.
  std::optional<std::string> WriteStatement(const Node& call);
  std::optional<Written> WriteExpression(const Node& call);
  // Whether what the call gives is being written, to be kept in what it changes.
  bool IsWriting(const Node& call) const { return writing_ == call.id(); }
  // x[index] = value, or with an operation between.
  std::optional<std::string> WriteItem(const Node& target, const std::string& value,
                                       const std::string& sign);
  // What an assignment to `place` has to say so that it holds `text`; nothing when there is no way
  // back.
  std::optional<std::string> Store(const Node& place, const std::string& text);
  // The statement, which changes `changed`, with what follows from it.
  std::string WithFollowers(const std::string& statement, const std::string& changed,
                            const Node& node);

  // A function that changes a variable of the program: an assignment would make another one.
  void CheckOutside(const std::string& name, const Node& node);
  // A function of the program, or `who`, that changes what it is given: the caller's own stays as
  // it was.
  void CheckCall(const Node& node, const std::string& function, const Arguments& arguments,
                 size_t first);
  void CheckInput(const Node& node, const Node& input, const std::string& who);

 private:
  std::optional<std::string> InPlaceStatement(const Node& call);
  std::optional<std::string> LeafStatement(const Node& call);
  std::optional<std::string> VariableStatement(const Node& call);
  std::string NewValue(const Node& call, const Node& changed, const Value& known, Written made);
  std::vector<std::string> AfterChange(const std::string& name, const Node& node);
  void LeaveChange(const Node& node, const std::string& why);

  OperatorWriter& operators_;
  const void* writing_ = nullptr;  // the call whose effect is being written
  std::set<const void*> hoisted_;  // calls that stand before their statement
};

// Assignments, plain ones and those that change what stands on their left, and expressions that are
// statements.
class AssignmentWriter : WriterPart {
 public:
  AssignmentWriter(Translation& all, ChangeWriter& changes, GradientWriter& gradients)
      : WriterPart(all), changes_(changes), gradients_(gradients) {}

  Written WriteAssignment(const Node& node);
  Written WriteAugmented(const Node& node);
  Written WriteExpression(const Node& statement);

 private:
  bool KeptByHelper(const Node& gradient) const;
  std::string Cleared(const Node& gradient);
  std::optional<Written> WriteSetting(const Node& node, const Node& target, const Written& value);
  void Bind(const Node& target, const Node& right, const Value& value);

  ChangeWriter& changes_;
  GradientWriter& gradients_;
};

// Classes, functions, lambdas and decorators.
class DefinitionWriter : WriterPart {
 public:
  DefinitionWriter(Translation& all, ArgumentWriter& arguments)
      : WriterPart(all), arguments_(arguments) {}

  Written WriteClass(const Node& node);
  Written WriteFunction(const Node& node);
  Written WriteReturn(const Node& node);
  Written WriteLambda(const Node& node);
  Written WriteDecorator(const Node& node);

 private:
  std::string WriteParameters(const Node& parameters, const std::string& function);
  std::string WriteParameter(const Node& node, const Node& name, Value& value);
  Value KnownParameter(const std::string& function, size_t place, const Node& name) const;

  ArgumentWriter& arguments_;
  std::vector<Value> returned_;  // by the function that is written
};

}  // namespace assay::mirror
