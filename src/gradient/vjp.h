// What a rule sees of its node, and the table of rules.
//
// A rule turns derivatives of the loss by a node's outputs into derivatives by its inputs (a
// vector-Jacobian product), written on the tape; or it writes the node's outputs anew out of
// simpler operators, which then have rules of their own (an expansion); or it says that the outputs
// are piecewise constant (flat). rules.def lists them, one line per operator.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gradient/constants.h"
#include "gradient/tape.h"
#include "ops/op.h"

namespace assay::gradient {

class Vjp : public ops::Call {
 public:
  // `wanted[i]`: the derivative by input i is asked for. `flows[k]`: that by output k, or kAbsent.
  Vjp(Tape& tape, Constants& known, const Node& node, std::vector<bool> wanted,
      std::vector<ValueId> flows);

  Tape& t;

  size_t input_count() const { return node().inputs.size(); }
  bool has(size_t i) const { return i < input_count() && node().inputs[i] != kAbsent; }
  ValueId x(size_t i = 0) const { return node().inputs[i]; }
  ValueId y(size_t k = 0) const { return node().outputs[k]; }
  const Shape& shape(size_t i = 0) { return t.shape(x(i)); }
  DType dtype(size_t i = 0) const { return t.dtype(x(i)); }
  // The derivative by output k; kAbsent where nothing flows.
  ValueId dy(size_t k = 0) const { return k < flows_.size() ? flows_[k] : kAbsent; }
  bool wants(size_t i) const { return i < wanted_.size() && wanted_[i]; }
  // The value of input i when it does not depend on what is fed; nullopt otherwise.
  std::optional<Tensor> Constant(size_t i) { return has(i) ? known_.Value(x(i)) : std::nullopt; }
  // The integers of input i, or of attribute `name` in opsets that have it there; nullopt when
  // neither is given. Refuses an input that is not constant.
  std::optional<Axes> IntsOf(size_t i, std::string_view name);

  // States the derivative by input i: `dx` is fitted to its shape (broadcasting undone) and type.
  void Give(size_t i, ValueId dx);
  ValueId given(size_t i) const { return given_[i]; }
  [[noreturn]] void Refuse(std::string_view why) const;

 private:
  Constants& known_;
  std::vector<bool> wanted_;
  std::vector<ValueId> flows_, given_;
};

struct Rule {
  std::string_view op;
  // Exactly one of these, or none: flat.
  void (*vjp)(Vjp& v) = nullptr;
  std::vector<ValueId> (*expand)(Vjp& v) = nullptr;  // the outputs, written anew
};

// nullptr: no rule.
const Rule* FindRule(std::string_view domain, std::string_view op);
std::span<const Rule> AllRules();

}  // namespace assay::gradient
