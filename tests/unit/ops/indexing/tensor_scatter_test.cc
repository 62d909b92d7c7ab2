// TensorScatter.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Cache() { return Floats({2, 3, 1}, {1, 2, 3, 4, 5, 6}); }

TEST(TensorScatter, WritesPerBatchEntry) {
  const auto y =
      RunOp("TensorScatter", {}, {Cache(), Floats({2, 1, 1}, {8, 9}), Ints({2}, {2, 0})});
  EXPECT_THAT(Values(y), ElementsAre(1, 2, 8, 9, 5, 6));
}

TEST(TensorScatter, CircularWrapsAround) {
  const auto y = RunOp("TensorScatter", {{"mode", std::string("circular")}},
                       {Cache(), Floats({2, 2, 1}, {7, 8, 9, 10}), Ints({2}, {2, 4})});
  EXPECT_THAT(Values(y), ElementsAre(8, 2, 7, 4, 9, 10));
}

TEST(TensorScatter, RefusesToLeaveTheAxis) {
  EXPECT_THAT(MessageOf(RunOp("TensorScatter", {},
                              {Cache(), Floats({2, 2, 1}, {7, 8, 9, 10}), Ints({2}, {2, 0})})),
              HasSubstr("write index 2"));
  EXPECT_THAT(MessageOf(RunOp("TensorScatter", {{"axis", int64_t{0}}}, {Cache(), Cache()})),
              HasSubstr("batch axis"));
}

}  // namespace
}  // namespace assay::ops
