// What RNN, LSTM and GRU share: layouts, directions, inference and the loop over time.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bound/real_writer.h"
#include "ops/rnn/activation.h"

namespace assay::ops {

// How the three differ in shape.
struct CellKind {
  int64_t gates;                      // rows of W and R per hidden unit
  bool has_cell;                      // LSTM: initial_c, peepholes and output Y_c
  std::vector<std::string> defaults;  // activations of one direction
};

Result<Types> InferRecurrent(const InferCall& call, const CellKind& kind);
// A legal use for an input X of rank 3: weights, and by chance biases, lengths and initial states.
std::optional<Proposal> ProposeRecurrent(const ProposeCall& call, const CellKind& kind);

// One direction of one evaluation.
struct Direction {
  int64_t index = 0;
  bool reverse = false;
  std::span<const Activation> activations;
};

// Weights of one direction, read on demand.
class RecurrentCall {
 public:
  static Result<RecurrentCall> From(const EvalCall& call, const CellKind& kind);

  const Arith& arith() const { return arith_; }
  int64_t hidden() const { return hidden_; }
  // x . W[row] + h . R[row] + both biases + extra products, in any order. `row` = gate * hidden +
  // unit.
  Real Gate(const Direction& d, int64_t row, std::span<const Real> x, std::span<const Real> h,
            std::span<const Real> extra_a = {}, std::span<const Real> extra_b = {}) const;
  // The two halves of a gate for GRU's linear_before_reset.
  Real RecurrentHalf(const Direction& d, int64_t row, std::span<const Real> h) const;
  Real InputHalf(const Direction& d, int64_t row, std::span<const Real> x, const Real& a,
                 const Real& b) const;
  // Peephole weight `which` (0 input, 1 output, 2 forget) of a unit; zero without P.
  bool has_peepholes() const { return has_peepholes_; }
  Real Peephole(const Direction& d, int64_t which, int64_t unit) const;
  // Limits to [-clip, clip] when the node asks for it.
  Real Clip(const Real& x) const;
  bool clips() const { return clip_ >= 0; }

  // Runs `step(direction, x, h, c)` over time; it replaces h (and c).
  using Step = std::function<void(const Direction&, std::span<const Real> x, std::vector<Real>& h,
                                  std::vector<Real>& c)>;
  Outputs Run(const Step& step) const;

 private:
  RecurrentCall(const EvalCall& call, const CellKind& kind)
      : call_(&call), kind_(&kind), arith_(call.arith(call.tensor(0).dtype())) {}
  std::vector<Real> Initial(size_t input, int64_t direction, int64_t b) const;
  int64_t StateOffset(int64_t direction, int64_t b) const;
  void AppendBias(const Direction& d, int64_t row, bool recurrent, std::vector<Real>& a,
                  std::vector<Real>& b) const;
  void AppendRow(size_t input, const Direction& d, int64_t row, std::span<const Real> x,
                 std::vector<Real>& a, std::vector<Real>& b) const;

  const EvalCall* call_;
  const CellKind* kind_;
  Arith arith_;
  bool batch_first_ = false;
  int64_t steps_ = 0, batch_ = 0, input_ = 0, hidden_ = 0, directions_ = 1;
  double clip_ = -1;
  bool has_peepholes_ = false;
  std::vector<int64_t> lengths_;
  std::vector<Activation> activations_;
};

}  // namespace assay::ops
