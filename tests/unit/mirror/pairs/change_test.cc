#include "mirror/pairs/change.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

json Tensor(const std::string& type, const Sizes& sizes, const json& values) {
  return {{"dtype", type}, {"shape", sizes}, {"values", values}};
}

json TwoTensors() {
  return {{"x", Tensor("float64", {2, 3}, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6})},
          {"y", Tensor("float64", {2, 3}, {1.1, 1.2, 1.3, 1.4, 1.5, 1.6})},
          {"axis", {{"plain", "1"}}}};
}

std::set<std::string> KindsOf(const std::vector<Change>& changes) {
  std::set<std::string> out;
  for (const Change& change : changes) out.insert(change.kind);
  return out;
}

TEST(Changes, TheSameSeedGivesTheSame) {
  const auto a = AllChanges(TwoTensors(), 7, 80), b = AllChanges(TwoTensors(), 7, 80),
             c = AllChanges(TwoTensors(), 8, 80);
  ASSERT_EQ(a.size(), b.size());
  bool other = a.size() != c.size();
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].arguments, b[i].arguments);
    other |= i < c.size() && a[i].arguments != c[i].arguments;
  }
  EXPECT_TRUE(other);
}

TEST(Changes, EveryFamilyHasItsShare) {
  for (const Family& family : AllFamilies()) {
    EXPECT_FALSE(family.name.empty());
    EXPECT_FALSE(family.help.empty());
    Rng rng(1);
    std::vector<Change> made;
    json single = TwoTensors();
    for (const Place& place : TensorsOf(single)) (*place.fact)["dtype"] = "float32";
    family.make(single, rng, made);
    EXPECT_FALSE(made.empty()) << family.name;
  }
  const auto changes = AllChanges(TwoTensors(), 1, 60);
  EXPECT_LE(changes.size(), 60u + AllFamilies().size());
  const std::set<std::string> kinds = KindsOf(changes);
  for (const char* kind : {"benign", "ties", "strided", "broadcast", "plain"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
}

TEST(Changes, NumbersAreSuchAsSinglePrecisionHas) {
  for (const Change& change : BenignChanges(TwoTensors(), 3))
    for (const json& tensor : TensorFacts(change.arguments)) {
      EXPECT_EQ(TypeOf(tensor), "float32");
      for (const json& value : tensor["values"])
        EXPECT_EQ(value.get<double>(), Single(value.get<double>()));
    }
}

TEST(Changes, ShapesAndNumbersFit) {
  for (const Change& change : AllChanges(TwoTensors(), 5, 300))
    for (const json& tensor : TensorFacts(change.arguments))
      EXPECT_EQ(static_cast<int64_t>(tensor["values"].size()), CountOf(SizesOf(tensor)))
          << change.what;
}

TEST(Changes, IndicesStayAsTheyAre) {
  const json indexed = {{"x", Tensor("float64", {3}, {0.1, 0.2, 0.3})},
                        {"index", Tensor("int64", {2}, {0, 2})}};
  for (const Change& change : AllChanges(indexed, 5, 300)) {
    const json& index = change.arguments["index"];
    for (const json& value : index["values"]) EXPECT_TRUE(value == 0 || value == 2) << change.what;
    EXPECT_EQ(TypeOf(index), "int64") << change.what;
  }
}

TEST(Changes, OneThingAtATime) {
  Rng rng(1);
  const json x = {{"x", Tensor("float32", {2}, {0.25, 0.5})}};
  for (const Change& change : AllChanges(x, 5, 300)) {
    if (change.kind != "inf" || change.what.starts_with("all")) continue;
    int texts = 0;
    for (const json& value : change.arguments["x"]["values"]) texts += value == "inf" ? 1 : 0;
    EXPECT_EQ(texts, 1);
  }
}

}  // namespace
}  // namespace assay::mirror::pairs
