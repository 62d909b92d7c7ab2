#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(GeluFuse, KnowsBothOrders) {
  EXPECT_EQ(OpsAfter("gelu-fuse", R"(graph (x: float32[2]) -> (y) {
    r: float32[] = 1.41421356  o: float32[] = 1  h: float32[] = 0.5
    d = Div(x, r)  e = Erf(d)  a = Add(e, o)  p = Mul(x, a)  y = Mul(p, h) })"),
            "Gelu");
  EXPECT_EQ(OpsAfter("gelu-fuse", R"(graph (x: float32[2]) -> (y) {
    r: float32[] = 0.70710678  o: float32[] = 1  h: float32[] = 0.5
    d = Mul(x, r)  e = Erf(d)  a = Add(o, e)  p = Mul(h, x)  y = Mul(a, p) })"),
            "Gelu");
}

TEST(GeluFuse, RefusesOtherNumbers) {
  EXPECT_EQ(SiteCount("gelu-fuse", R"(graph (x: float32[2]) -> (y) {
    r: float32[] = 1.5  o: float32[] = 1  h: float32[] = 0.5
    d = Div(x, r)  e = Erf(d)  a = Add(e, o)  p = Mul(x, a)  y = Mul(p, h) })"),
            0u);
}

TEST(SwishFuse, NeedsTheSameTensorTwice) {
  EXPECT_EQ(OpsAfter("swish-fuse", R"(model opset=24 graph (x: float32[2]) -> (y) {
    s = Sigmoid(x)  y = Mul(s, x) })"),
            "Swish");
  EXPECT_EQ(SiteCount("swish-fuse", R"(model opset=24 graph (x: float32[2], z: float32[2]) -> (y) {
    s = Sigmoid(x)  y = Mul(s, z) })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
