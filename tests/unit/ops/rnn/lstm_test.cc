#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops::lstm_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
const Known kX = Floats({1, 1, 1}, {1}), kR = Floats({1, 4, 1}, {0, 0, 0, 0});

TEST(Lstm, GatesInTheOrderInputOutputForgetCell) {
  const auto y = RunOp("LSTM", {{"hidden_size", int64_t{1}}},
                       {kX, Floats({1, 4, 1}, {1, 2, 3, 4}), kR, Known(), Known(), Known(),
                        Floats({1, 1, 1}, {0.5})},
                       {.outputs = 3});
  const double c = Sigmoid(3) * 0.5 + Sigmoid(1) * std::tanh(4);
  EXPECT_NEAR(Values(y, 2)[0], c, 1e-9);
  EXPECT_NEAR(Values(y)[0], Sigmoid(2) * std::tanh(c), 1e-9);
}

TEST(Lstm, PeepholesSeeTheOldAndTheNewCell) {
  const auto y = RunOp("LSTM", {{"hidden_size", int64_t{1}}},
                       {kX, Floats({1, 4, 1}, {0, 0, 0, 1}), kR, Known(), Known(), Known(),
                        Floats({1, 1, 1}, {2}), Floats({1, 3}, {1, 3, 0.5})},
                       {.outputs = 3});
  const double c = Sigmoid(1) * 2 + Sigmoid(2) * std::tanh(1);
  EXPECT_NEAR(Values(y, 2)[0], c, 1e-9);
  EXPECT_NEAR(Values(y)[0], Sigmoid(3 * c) * std::tanh(c), 1e-9);
}

TEST(Lstm, CoupledGates) {
  const auto y = RunOp("LSTM", {{"hidden_size", int64_t{1}}, {"input_forget", int64_t{1}}},
                       {kX, Floats({1, 4, 1}, {1, 2, 3, 4}), kR, Known(), Known(), Known(),
                        Floats({1, 1, 1}, {0.5})},
                       {.outputs = 3});
  EXPECT_NEAR(Values(y, 2)[0], (1 - Sigmoid(1)) * 0.5 + Sigmoid(1) * std::tanh(4), 1e-9);
}

TEST(Lstm, RefusesAWrongBias) {
  EXPECT_THAT(MessageOf(RunOp("LSTM", {{"hidden_size", int64_t{1}}},
                              {kX, kR, kR, Floats({1, 4}, {1, 2, 3, 4})})),
              HasSubstr("B is float32[1,4]"));
}

}  // namespace
}  // namespace assay::ops::lstm_test
