// Trilu.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Square() { return Floats({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}); }

TEST(Trilu, UpperAndLower) {
  EXPECT_THAT(Values(RunOp("Trilu", {}, {Square(), Ints({}, {1})})),
              ElementsAre(0, 2, 3, 0, 0, 6, 0, 0, 0));
  EXPECT_THAT(Values(RunOp("Trilu", {{"upper", int64_t{0}}}, {Square()})),
              ElementsAre(1, 0, 0, 4, 5, 0, 7, 8, 9));
  EXPECT_THAT(Values(RunOp("Trilu", {{"upper", int64_t{0}}}, {Square(), Ints({}, {-5})})),
              ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(Trilu, NanOutsideTheTriangleIsZero) {
  const auto y = RunOp("Trilu", {}, {Floats({2, 2}, {1, 2, kNaN, 4})});
  EXPECT_THAT(Values(y), ElementsAre(1, 2, 0, 4));
  EXPECT_EQ((*y)[0].tensor.real(2).nan, Nan::kNever);
}

TEST(Trilu, RefusesVectors) {
  EXPECT_THAT(MessageOf(RunOp("Trilu", {}, {Floats({2}, {1, 2})})), HasSubstr("at least 2"));
}

}  // namespace
}  // namespace assay::ops
