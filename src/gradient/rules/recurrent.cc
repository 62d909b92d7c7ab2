// RNN, GRU, LSTM, unrolled over time.
//
// Every step is a handful of nodes, so a long sequence makes a long model. Refused: sequences of
// unequal length, clip, activations with parameters.
#include <algorithm>

#include "base/strings.h"
#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

// One direction of one node, and its state on the way.
struct Cell {
  Vjp& v;
  int64_t direction, hidden;
  ValueId r, b,
      p;  // [gates * hidden, hidden], [2 * gates * hidden], [3 * hidden]; b, p may be absent
  std::vector<std::string> functions;
  ValueId h, c = kAbsent;  // [batch, hidden]

  Tape& t() const { return v.t; }
  // Rows of gate `g` of a matrix or vector of weights, by axis `axis`.
  ValueId Gate(ValueId x, int64_t g, int64_t axis) const {
    return v.t.Slice(x, {g * hidden}, {(g + 1) * hidden}, {axis});
  }
  ValueId Squash(size_t k, ValueId x) const { return v.t.Op(functions[k], {x}); }
  // h R_g^T
  ValueId Back(ValueId state, int64_t g) const {
    return v.t.Op("MatMul", {state, v.t.SwapLast(Gate(r, g, 0))});
  }
  // The bias of the recurrent half of gate g.
  ValueId WithBias(ValueId x, int64_t g, int64_t gates) const {
    return b == kAbsent ? x : v.t.Add(x, Gate(b, gates + g, 0));
  }
  ValueId Peephole(ValueId x, int64_t which, ValueId cell) const {
    return p == kAbsent ? x : v.t.Add(x, v.t.Mul(Gate(p, which, 0), cell));
  }
};

// x: W x + Wb of one step, [batch, gates * hidden].
void RnnStep(Cell& cell, ValueId x) {
  cell.h = cell.Squash(0, cell.WithBias(cell.t().Add(x, cell.Back(cell.h, 0)), 0, 1));
}

void LstmStep(Cell& cell, ValueId x) {
  enum { kInput, kOutput, kForget, kCell };
  Tape& t = cell.t();
  const auto sum = [&](int64_t g) {
    return cell.WithBias(t.Add(cell.Gate(x, g, 1), cell.Back(cell.h, g)), g, 4);
  };
  const ValueId in = cell.Squash(0, cell.Peephole(sum(kInput), kInput, cell.c));
  const ValueId forget = cell.v.AttrInt("input_forget", 0) != 0
                             ? t.OneMinus(in)
                             : cell.Squash(0, cell.Peephole(sum(kForget), kForget, cell.c));
  const ValueId fresh = cell.Squash(1, sum(kCell));
  const ValueId next = t.Add(t.Mul(forget, cell.c), t.Mul(in, fresh));
  const ValueId out = cell.Squash(0, cell.Peephole(sum(kOutput), kOutput, next));
  cell.c = next;
  cell.h = t.Mul(out, cell.Squash(2, next));
}

void GruStep(Cell& cell, ValueId x) {
  enum { kUpdate, kReset, kHidden };
  Tape& t = cell.t();
  const auto sum = [&](int64_t g) {
    return cell.WithBias(t.Add(cell.Gate(x, g, 1), cell.Back(cell.h, g)), g, 3);
  };
  const ValueId update = cell.Squash(0, sum(kUpdate)), reset = cell.Squash(0, sum(kReset));
  const ValueId wx = cell.Gate(x, kHidden, 1);
  const bool linear = cell.v.AttrInt("linear_before_reset", 0) != 0;
  const ValueId inner =
      linear ? t.Add(wx, t.Mul(reset, cell.WithBias(cell.Back(cell.h, kHidden), kHidden, 3)))
             : cell.WithBias(t.Add(wx, cell.Back(t.Mul(reset, cell.h), kHidden)), kHidden, 3);
  const ValueId fresh = cell.Squash(1, inner);
  cell.h = t.Add(t.Mul(t.OneMinus(update), fresh), t.Mul(update, cell.h));
}

struct Kind {
  int64_t gates;
  std::vector<std::string> functions;
  void (*step)(Cell& cell, ValueId x);
  bool has_cell;
};

enum Input : size_t { kX, kW, kR, kB, kLengths, kH, kC, kP };

class Unrolled {
 public:
  Unrolled(Vjp& v, const Kind& kind) : v_(v), t_(v.t), kind_(kind) {
    batch_first_ = v.AttrInt("layout", 0) == 1;
    x_ = batch_first_ ? t_.Transpose(v.x(kX), {1, 0, 2}) : v.x(kX);
    steps_ = t_.shape(x_)[0];
    batch_ = t_.shape(x_)[1];
    hidden_ = v.shape(kR)[2];
    Check();
  }

  std::vector<ValueId> Run() {
    std::vector<ValueId> ys, hs, cs;
    for (int64_t d = 0; d < v_.shape(kW)[0]; ++d) {
      Cell cell = Start(d);
      ys.push_back(RunDirection(cell));
      hs.push_back(t_.Reshape(cell.h, Shape{1, batch_, hidden_}));
      if (kind_.has_cell) cs.push_back(t_.Reshape(cell.c, Shape{1, batch_, hidden_}));
    }
    const ValueId y = t_.Concat(ys, 1);  // [steps, directions, batch, hidden]
    std::vector<ValueId> out = {batch_first_ ? t_.Transpose(y, {2, 0, 1, 3}) : y, State(hs)};
    if (kind_.has_cell) out.push_back(State(cs));
    return out;
  }

 private:
  void Check() {
    if (v_.HasAttr("clip")) v_.Refuse("clip");
    if (v_.HasAttr("activation_alpha") || v_.HasAttr("activation_beta"))
      v_.Refuse("activations with parameters");
    if (!v_.has(kLengths)) return;
    const auto lengths = v_.Constant(kLengths);
    for (int64_t i = 0; lengths.has_value() && i < lengths->count(); ++i)
      if (lengths->IntAt(i) != steps_) v_.Refuse("sequences of unequal length");
    if (!lengths.has_value()) v_.Refuse("sequence_lens is not constant");
  }

  // Direction d of a stack [directions, ..].
  ValueId Part(size_t i, int64_t d) {
    if (!v_.has(i)) return kAbsent;
    const Shape& s = v_.shape(i);
    return t_.Reshape(t_.Slice(v_.x(i), {d}, {d + 1}, {0}), Shape(s.begin() + 1, s.end()));
  }

  ValueId StartState(size_t i, int64_t d) {
    if (!v_.has(i)) return t_.Filled(v_.dtype(kX), Shape{batch_, hidden_}, 0);
    const ValueId part = t_.Slice(v_.x(i), {d}, {d + 1}, {batch_first_ ? 1 : 0});
    return t_.Reshape(part, Shape{batch_, hidden_});
  }

  Cell Start(int64_t d) {
    Cell cell{.v = v_,
              .direction = d,
              .hidden = hidden_,
              .r = Part(kR, d),
              .b = Part(kB, d),
              .p = kind_.has_cell ? Part(kP, d) : kAbsent,
              .functions = kind_.functions,
              .h = StartState(kH, d)};
    if (kind_.has_cell) cell.c = StartState(kC, d);
    const std::vector<std::string> named = v_.AttrStrings("activations");
    for (size_t k = 0; k < cell.functions.size() && !named.empty(); ++k)
      cell.functions[k] = named[static_cast<size_t>(d) * cell.functions.size() + k];
    for (const std::string& f : cell.functions)
      if (f != "Sigmoid" && f != "Tanh" && f != "Relu" && f != "Softplus" && f != "Softsign")
        v_.Refuse(StrCat("activation ", f));
    return cell;
  }

  // [steps, 1, batch, hidden]; leaves the last state in `cell`.
  ValueId RunDirection(Cell& cell) {
    const std::string how = v_.AttrString("direction", "forward");
    const bool backwards = how == "reverse" || cell.direction == 1;
    ValueId wx = t_.Op("MatMul", {x_, t_.SwapLast(Part(kW, cell.direction))});
    if (cell.b != kAbsent) wx = t_.Add(wx, t_.Slice(cell.b, {0}, {kind_.gates * hidden_}, {0}));
    std::vector<ValueId> ys(static_cast<size_t>(steps_));
    for (int64_t i = 0; i < steps_; ++i) {
      const int64_t at = backwards ? steps_ - 1 - i : i;
      kind_.step(cell, t_.Reshape(t_.Slice(wx, {at}, {at + 1}, {0}),
                                  Shape{batch_, kind_.gates * hidden_}));
      ys[static_cast<size_t>(at)] = t_.Reshape(cell.h, Shape{1, 1, batch_, hidden_});
    }
    return t_.Concat(ys, 0);
  }

  ValueId State(const std::vector<ValueId>& parts) {
    const ValueId state = t_.Concat(parts, 0);
    return batch_first_ ? t_.Transpose(state, {1, 0, 2}) : state;
  }

  Vjp& v_;
  Tape& t_;
  const Kind& kind_;
  bool batch_first_ = false;
  ValueId x_ = kAbsent;  // [steps, batch, input]
  int64_t steps_ = 0, batch_ = 0, hidden_ = 0;
};

}  // namespace

std::vector<ValueId> RnnExpansion(Vjp& v) {
  const Kind kind{1, {"Tanh"}, RnnStep, false};
  return Unrolled(v, kind).Run();
}

std::vector<ValueId> GruExpansion(Vjp& v) {
  const Kind kind{3, {"Sigmoid", "Tanh"}, GruStep, false};
  return Unrolled(v, kind).Run();
}

std::vector<ValueId> LstmExpansion(Vjp& v) {
  const Kind kind{4, {"Sigmoid", "Tanh", "Tanh"}, LstmStep, true};
  return Unrolled(v, kind).Run();
}

}  // namespace assay::gradient
