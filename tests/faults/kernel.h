// Kernel: one node that has just run rightly, with its inputs, open to a fault that spoils its
// results. Shape and type of a result stay as they are: whoever reads it relies on them.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "ops/op.h"
#include "session.h"

namespace assay::faults {

class Kernel : public ops::Call {
 public:
  Kernel(const Node& node, int opset, std::vector<Known> inputs, std::vector<Known>& outputs,
         const Rules& rules, Rng& adversary, Session& session)
      : Call(node, opset),
        inputs_(std::move(inputs)),
        outputs_(outputs),
        rules_(rules),
        adversary_(adversary),
        session_(session) {}

  // A node of the default domain with one of these names.
  bool Is(std::initializer_list<std::string_view> ops) const;
  bool IsReduction() const { return node().domain.empty() && node().op.starts_with("Reduce"); }
  Session& session() const { return session_; }

  size_t input_count() const { return inputs_.size(); }
  bool HasTensor(size_t i) const { return i < inputs_.size() && inputs_[i].is_tensor(); }
  const Bounded& in(size_t i) const { return inputs_[i].tensor; }  // Needs HasTensor(i).
  const std::vector<Known>& inputs() const { return inputs_; }
  // Where in input i each element of the first result finds its operand, by broadcasting.
  std::vector<int64_t> Spread(size_t i) const;
  // The integers of input i; empty when it is absent.
  std::vector<int64_t> Ints(size_t i) const;

  bool HasResult(size_t i = 0) const { return i < outputs_.size() && outputs_[i].is_tensor(); }
  bool IsReal(size_t i = 0) const { return HasResult(i) && out(i).is_real(); }
  bool IsInteger(size_t i = 0) const {
    return HasResult(i) && !out(i).is_real() && !out(i).is_string();
  }
  const Bounded& out(size_t i = 0) const { return outputs_[i].tensor; }  // Needs HasResult(i).
  double Real(int64_t k) const { return out().real(k).v; }
  // Element k of the first result; reals are rounded to its type, integers wrapped.
  void SetReal(int64_t k, double value);
  void SetInt(int64_t k, int64_t value);
  void SetResult(size_t i, Known result) { outputs_[i] = std::move(result); }
  // The first result's elements in another order: out[k] = out[map[k]].
  void Permute(const std::vector<int64_t>& map);

  // The results of `variant`; empty when it cannot run.
  std::vector<Known> Try(const Node& variant) { return Evaluate(variant, inputs_); }
  // Puts other results of the same types and shapes in place; false (and no change) when they have
  // others.
  bool Replace(std::vector<Known> results);
  // Runs `variant` on the same or on other inputs in the node's place.
  bool Rerun(const Node& variant) { return Rerun(variant, inputs_); }
  bool Rerun(const Node& variant, std::vector<Known> inputs);
  // The same with an attribute set or taken away.
  bool RerunWith(std::string_view attr, Attr value);
  bool RerunWithout(std::string_view attr);
  // The same with the first result's leading part where the variant's is larger in some axes.
  bool RerunCropped(const Node& variant);

 private:
  std::vector<Known> Evaluate(const Node& variant, std::vector<Known> inputs);

  std::vector<Known> inputs_;
  std::vector<Known>& outputs_;
  const Rules& rules_;
  Rng& adversary_;
  Session& session_;
};

}  // namespace assay::faults
