#include "mirror/check/facts.h"

#include <gtest/gtest.h>

#include <limits>

#include "mirror/check/numbers.h"

namespace assay::mirror::facts_test {
namespace {

using nlohmann::json;

json Tensor(const std::string& dtype, const std::vector<int64_t>& shape, const json& values) {
  return {{"dtype", dtype}, {"shape", shape}, {"values", values}};
}

Comparison Compare(const json& a, const json& b, bool wide = false) {
  Comparison out;
  CompareFacts("x", a, b, {wide}, out);
  return out;
}

TEST(Facts, RoundingAgreesAndMoreDoesNot) {
  const json one = Tensor("float32", {2}, {1.0, 2.0});
  EXPECT_TRUE(Compare(one, Tensor("float32", {2}, {1.0000002, 2.0})).Agrees());
  const Comparison off = Compare(one, Tensor("float32", {2}, {1.00001, 2.0}));
  ASSERT_EQ(off.differences.size(), 1u);
  EXPECT_EQ(off.differences[0].what, "value");
}

TEST(Facts, DoublePrecisionIsHeldToMore) {
  const json one = Tensor("float64", {1}, {1.0});
  EXPECT_FALSE(Compare(one, Tensor("float64", {1}, {1.000001}), true).Agrees());
  EXPECT_TRUE(Compare(one, Tensor("float64", {1}, {1.0 + 1e-12}), true).Agrees());
}

TEST(Facts, IntegersAreEqualOrNot) {
  EXPECT_TRUE(Compare(Tensor("int64", {1}, {7}), Tensor("int32", {1}, {7})).Agrees());
  EXPECT_FALSE(Compare(Tensor("int64", {1}, {7}), Tensor("int64", {1}, {8})).Agrees());
  EXPECT_FALSE(Compare(Tensor("bool", {1}, {true}), Tensor("bool", {1}, {false})).Agrees());
}

TEST(Facts, IntegersThatNoDoubleTellsApart) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  const json large = Tensor("int64", {2}, {1, most});
  EXPECT_TRUE(Compare(large, Tensor("uint64", {2}, {1, static_cast<uint64_t>(most)})).Agrees());
  EXPECT_FALSE(Compare(large, Tensor("int64", {2}, {1, most - 1})).Agrees());
  const json plain = {{"plain", "int"}, {"values", {"9223372036854775807"}}};
  const json other = {{"plain", "int"}, {"values", {"9223372036854775806"}}};
  EXPECT_TRUE(Compare(plain, Tensor("int64", {}, json::array({most}))).Agrees());
  EXPECT_FALSE(Compare(plain, other).Agrees());
  const auto list = [](const json& item) { return json{{"list", {item, item}}}; };
  EXPECT_FALSE(Compare(list(plain), list(other)).Agrees());
}

TEST(Facts, EntriesOfADictionaryMustNotGetLost) {
  const json one = Tensor("float32", {1}, {1.0});
  const auto dict = [](const json& entries) { return json{{"dict", entries}}; };
  EXPECT_TRUE(Compare(dict({{"a", one}, {"b", one}}), dict({{"a", one}, {"b", one}})).Agrees());
  const Comparison less = Compare(dict({{"a", one}, {"b", one}}), dict({{"a", one}}));
  ASSERT_EQ(less.differences.size(), 1u);
  EXPECT_EQ(less.differences[0].where, "x[b]");
  // A framework's own words for the parts of a model.
  EXPECT_TRUE(Compare(dict({{"weight", one}}), dict({{"kernel", one}})).differences.empty());
}

TEST(Facts, WidthsAreNoted) {
  const Comparison c = Compare(Tensor("int64", {1}, {7}), Tensor("int32", {1}, {7}));
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_EQ(c.notes[0], "x: int64 became int32");
}

json Of(const char* who, const std::string& dtype, const json& values) {
  json out = Tensor(dtype, {static_cast<int64_t>(values.size())}, values);
  out["of"] = who;
  return out;
}

TEST(Facts, AnotherKindOfNumberIsADifference) {
  const Comparison c =
      Compare(Of("torch", "int64", {1, 2}), Of("jax", "float32", json::array({1.0, 2.0})));
  ASSERT_EQ(c.differences.size(), 1u);
  EXPECT_EQ(c.differences[0].what, "type");
  EXPECT_TRUE(Compare(Of("torch", "int64", {1, 2}), Of("jax", "int32", {1, 2})).Agrees());
  EXPECT_TRUE(Compare(Of("torch", "int64", {1, 2}), Of("numpy", "float64", {1, 2})).Agrees());
}

TEST(Facts, NarrowTypesAreMeant) {
  EXPECT_FALSE(Compare(Of("torch", "float16", {1.0}), Of("jax", "float32", {1.0})).Agrees());
  EXPECT_FALSE(Compare(Of("torch", "uint8", {1}), Of("jax", "int32", {1})).Agrees());
  EXPECT_TRUE(Compare(Of("torch", "float64", {1.0}), Of("jax", "float32", {1.0})).Agrees());
}

TEST(Facts, SpecialValuesStandWhereTheyStood) {
  const json a = Tensor("float32", {3}, {"nan", "inf", 1.0});
  EXPECT_TRUE(Compare(a, a).Agrees());
  const Comparison c = Compare(a, Tensor("float32", {3}, {"nan", "-inf", 1.0}));
  ASSERT_EQ(c.differences.size(), 1u);
  EXPECT_EQ(c.differences[0].what, "special");
}

TEST(Facts, NothingFiniteIsNoEvidence) {
  const json a = Tensor("float32", {1}, {"nan"});
  EXPECT_FALSE(Compare(a, a).Agrees());
}

TEST(Facts, ShapesCount) {
  EXPECT_FALSE(Compare(Tensor("float32", {2, 1}, {1, 2}), Tensor("float32", {2}, {1, 2})).Agrees());
}

TEST(Facts, ChannelsMayStandLast) {
  const json first = Tensor("float32", {1, 2, 3}, {1, 2, 3, 4, 5, 6});
  const json last = Tensor("float32", {1, 3, 2}, {1, 4, 2, 5, 3, 6});
  EXPECT_TRUE(Compare(first, last).Agrees());
  EXPECT_FALSE(Compare(first, Tensor("float32", {1, 3, 2}, {1, 2, 3, 4, 5, 6})).Agrees());
}

TEST(Facts, AListOfNumbersIsAnArray) {
  const json list = {
      {"list", {{{"plain", "float"}, {"values", {1.0}}}, {{"plain", "float"}, {"values", {2.0}}}}},
      {"length", 2}};
  EXPECT_TRUE(Compare(list, Tensor("float32", {2}, {1.0, 2.0})).Agrees());
  EXPECT_FALSE(Compare(list, Tensor("float32", {2}, {1.0, 3.0})).Agrees());
}

TEST(Facts, ComplexNumbersHaveTwoParts) {
  const json a = Tensor("complex64", {1}, json::array({json::array({1.0, "nan"})}));
  const json b = Tensor("complex64", {1}, json::array({json::array({1.0, 0.0})}));
  EXPECT_TRUE(Compare(a, a).Agrees());
  EXPECT_FALSE(Compare(a, b).Agrees());
}

TEST(Facts, HostileFactsDoNoHarm) {
  for (const char* text :
       {R"({"values": 3})", R"({"dtype": 1, "shape": [], "values": [1]})", R"({"list": 1})",
        R"({"dtype": "float32", "shape": "x", "values": []})", "[]", "null"})
    EXPECT_FALSE(Compare(json::parse(text), json::parse(text)).Agrees()) << text;
}

}  // namespace
}  // namespace assay::mirror::facts_test
