#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "optbug/forms/parts.h"
#include "program/parse/decompose.h"

namespace assay::optbug {
namespace {

class AllParts : public testing::TestWithParam<std::string> {};

TEST_P(AllParts, NamesAreUniqueAndAllIsExplained) {
  const auto parts = LoadParts(GetParam());
  ASSERT_TRUE(parts.ok()) << parts.error().message;
  std::set<std::string> names;
  for (const Optimiser& optimiser : parts->optimisers) {
    EXPECT_TRUE(names.insert(optimiser.name).second) << optimiser.name;
    EXPECT_FALSE(optimiser.place.empty()) << optimiser.name;
    EXPECT_FALSE(optimiser.technique.empty()) << optimiser.name;
  }
  for (const Layer& layer : parts->layers) {
    EXPECT_TRUE(layer.kind == "api" || layer.kind == "desugar" || layer.kind == "illogical")
        << layer.name;
    EXPECT_FALSE(layer.init.empty() && layer.setup.empty() && layer.call == "x = {m}(x)")
        << layer.name;
  }
}

// Whatever the parts say, the program is Python.
TEST_P(AllParts, EveryPartGivesAProgramThatCanBeRead) {
  const auto parts = LoadParts(GetParam());
  ASSERT_TRUE(parts.ok()) << parts.error().message;
  const auto readable = [&](const Form& form, const std::string& what) {
    EXPECT_TRUE(program::ReadProgram(Write(*parts, form).text).errors().empty()) << what;
  };
  for (size_t i = 0; i < parts->layers.size(); ++i)
    readable({.origin = "layers", .layers = {i}}, parts->layers[i].name);
  for (size_t i = 0; i < parts->optimisers.size(); ++i)
    readable({.origin = "layers", .layers = {0}, .optimiser = i}, parts->optimisers[i].name);
  for (size_t i = 0; i < parts->values.size(); ++i)
    readable({.origin = "layers", .layers = {0}, .value = i}, parts->values[i].name);
  for (size_t i = 0; i < parts->passings.size(); ++i)
    readable({.origin = "layers", .layers = {0}, .passing = i, .nested = true},
             parts->passings[i].name);
  for (size_t i = 0; i < parts->twists.size(); ++i)
    readable({.origin = "layers", .layers = {0}, .twist = i}, parts->twists[i].name);
}

size_t At(const auto& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, [](const auto& one) { return one.name; });
  EXPECT_NE(found, all.end()) << name;
  return static_cast<size_t>(found - all.begin());
}

// What runs an exported file is a function of ours: exporting it once more accused the exporter.
TEST(LoadParts, AnExportedFileIsNotExportedAgain) {
  const auto parts = LoadParts("torch");
  ASSERT_TRUE(parts.ok()) << parts.error().message;
  Form form{.origin = "layers",
            .layers = {At(parts->layers, "linear")},
            .optimiser = At(parts->optimisers, "onnx-export"),
            .twist = At(parts->twists, "optimised-again")};
  EXPECT_FALSE(Fits(*parts, form));
  form.optimiser = At(parts->optimisers, "export");
  EXPECT_TRUE(Fits(*parts, form));
}

TEST(LoadParts, ALayerOfAnyShapeStandsBehindOthers) {
  const auto parts = LoadParts("torch");
  ASSERT_TRUE(parts.ok()) << parts.error().message;
  const size_t conv = At(parts->layers, "conv2d"), clamp = At(parts->layers, "clamp-min");
  EXPECT_TRUE(Fits(*parts, {.origin = "layers", .layers = {conv, clamp, conv}}));
  EXPECT_FALSE(Fits(*parts, {.origin = "layers", .layers = {clamp, conv}})) << "begins with vec";
}

INSTANTIATE_TEST_SUITE_P(Frameworks, AllParts, testing::ValuesIn(KnownFrameworks()));

}  // namespace
}  // namespace assay::optbug
