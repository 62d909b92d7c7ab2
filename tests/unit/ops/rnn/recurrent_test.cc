#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

// An RNN that adds its input to its state: W = R = 1, activation Affine(1, 0).
Attrs Adder(Attrs more) {
  Attrs attrs = {{"hidden_size", int64_t{1}},
                 {"activations", std::vector<std::string>{"Affine", "Affine"}}};
  for (const auto& [name, value] : more) attrs.Set(name, value);
  return attrs;
}
Known One1(int64_t directions) {
  return Floats({directions, 1, 1}, std::vector<double>(static_cast<size_t>(directions), 1));
}

TEST(Recurrent, ForwardReverseAndBoth) {
  const Known x = Floats({3, 1, 1}, {1, 2, 4});
  const auto run = [&](const std::string& way, int64_t n) {
    return RunOp("RNN", Adder({{"direction", way}}), {x, One1(n), One1(n)}, {.outputs = 2});
  };
  EXPECT_THAT(Values(run("forward", 1)), ElementsAre(1, 3, 7));
  EXPECT_THAT(Values(run("reverse", 1)), ElementsAre(7, 6, 4));
  EXPECT_THAT(Values(run("bidirectional", 2)), ElementsAre(1, 7, 3, 6, 7, 4));
  EXPECT_THAT(Values(run("bidirectional", 2), 1), ElementsAre(7, 7));
}

TEST(Recurrent, SequenceLengthsCutAndTheRestIsZero) {
  const Known x = Floats({3, 2, 1}, {1, 10, 2, 20, 4, 40});
  const std::vector<Known> in = {x, One1(1), One1(1), Known(), Numbers(DType::kInt32, {2}, {3, 2})};
  EXPECT_THAT(Values(RunOp("RNN", Adder({}), in, {.outputs = 2})), ElementsAre(1, 10, 3, 30, 7, 0));
  const auto reverse =
      RunOp("RNN", Adder({{"direction", std::string("reverse")}}), in, {.outputs = 2});
  EXPECT_THAT(Values(reverse), ElementsAre(7, 30, 6, 20, 4, 0));
  EXPECT_THAT(Values(reverse, 1), ElementsAre(7, 30));
}

TEST(Recurrent, LayoutPutsTheBatchFirst) {
  const auto y =
      RunOp("RNN", Adder({{"layout", int64_t{1}}}),
            {Floats({1, 2, 1}, {1, 2}), One1(1), One1(1), Known(), Known(), Floats({1, 1, 1}, {5})},
            {.outputs = 2});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 2, 1, 1}));
  EXPECT_THAT(Values(y), ElementsAre(6, 8));
}

TEST(Recurrent, NoStepsKeepTheInitialState) {
  const auto y =
      RunOp("RNN", Adder({}),
            {Floats({0, 1, 1}, {}), One1(1), One1(1), Known(), Known(), Floats({1, 1, 1}, {5})},
            {.outputs = 2});
  EXPECT_EQ(ShapeOf(y), (Shape{0, 1, 1, 1}));
  EXPECT_THAT(Values(y, 1), ElementsAre(5));
}

TEST(Recurrent, RefusesWhatDoesNotFit) {
  EXPECT_THAT(MessageOf(RunOp("RNN", Adder({}), {Floats({1, 1, 2}, {1, 2}), One1(1), One1(1)})),
              HasSubstr("W is float32[1,1,1]"));
  EXPECT_THAT(MessageOf(RunOp("RNN", Adder({{"direction", std::string("sideways")}}),
                              {Floats({1, 1, 1}, {1}), One1(1), One1(1)})),
              HasSubstr("'sideways'"));
}

TEST(Recurrent, TheStateOfASequenceWithoutStepsIsOpen) {
  const auto y =
      RunOp("RNN", Adder({}),
            {Floats({0, 1, 1}, {}), One1(1), One1(1), Known(), Known(), Floats({1, 1, 1}, {5})},
            {.outputs = 2});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[1].tensor.real(0).contains(5));
  EXPECT_TRUE((*y)[1].tensor.real(0).contains(0));
}

}  // namespace
}  // namespace assay::ops
