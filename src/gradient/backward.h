// The walk from the loss back to what it depends on.
#pragma once

#include <map>
#include <vector>

#include "gradient/vjp.h"

namespace assay::gradient {

class Backward {
 public:
  // Writes on `tape`, whose model has `nodes` nodes before any derivative. `wrt`: what to
  // differentiate by.
  Backward(Tape& tape, Constants& constants, const std::vector<ValueId>& wrt);

  // Starts at `loss`, a scalar, with derivative 1. Throws Refusal.
  void Run(ValueId loss);
  // The derivative by `id`, or kAbsent when the loss does not depend on it.
  ValueId Of(ValueId id);

 private:
  // Which values depend on `wrt` in a way that has a derivative, for nodes from `first` on.
  void MarkActive(size_t first);
  // Nodes first..end-1, last one first.
  void Walk(size_t first, size_t end);
  void Through(const Node& node, const Rule& rule, Vjp& v);
  void Expand(const Node& node, const std::function<std::vector<ValueId>()>& write);
  bool Active(ValueId id) const {
    return id != kAbsent && static_cast<size_t>(id) < active_.size() &&
           active_[static_cast<size_t>(id)];
  }

  Tape& tape_;
  Constants& constants_;
  std::vector<bool> active_;                          // by ValueId
  std::map<ValueId, std::vector<ValueId>> adjoints_;  // terms of the derivative by each value
};

}  // namespace assay::gradient
