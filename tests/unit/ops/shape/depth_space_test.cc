// DepthToSpace, SpaceToDepth.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// x[0, c, 0, 0] = c for eight channels.
Known Channels() { return Floats({1, 8, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7}); }

TEST(DepthToSpace, DepthColumnRow) {
  // y[c, i, j] = x[(2i + j) * 2 + c]
  const auto y = RunOp("DepthToSpace", {{"blocksize", int64_t{2}}}, {Channels()});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 2, 2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
}

TEST(DepthToSpace, ColumnRowDepth) {
  // y[c, i, j] = x[4c + 2i + j]
  const auto y = RunOp("DepthToSpace", {{"blocksize", int64_t{2}}, {"mode", std::string("CRD")}},
                       {Channels()});
  EXPECT_THAT(Values(y), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(SpaceToDepth, UndoesDepthToSpace) {
  for (const char* mode : {"DCR", "CRD"}) {
    const Attrs attrs = {{"blocksize", int64_t{2}}, {"mode", std::string(mode)}};
    const auto wide = RunOp("DepthToSpace", attrs, {Channels()}, {.opset = 28});
    ASSERT_TRUE(wide.ok());
    EXPECT_THAT(Values(RunOp("SpaceToDepth", attrs, {(*wide)[0]}, {.opset = 28})),
                ElementsAre(0, 1, 2, 3, 4, 5, 6, 7))
        << mode;
  }
}

TEST(DepthToSpace, RefusesWhatDoesNotDivide) {
  EXPECT_THAT(MessageOf(RunOp("DepthToSpace", {{"blocksize", int64_t{3}}}, {Channels()})),
              HasSubstr("multiple of 9"));
  EXPECT_THAT(MessageOf(RunOp("SpaceToDepth", {{"blocksize", int64_t{0}}}, {Channels()})),
              HasSubstr("blocksize 0"));
}

}  // namespace
}  // namespace assay::ops
