#include "trial/twin/witness_program.h"

#include <gtest/gtest.h>

#include "tests/unit/trial/support.h"

namespace assay::trial::witness_program_test {
namespace {

using nlohmann::json;

const json kTensor = {{"dtype", "float64"}, {"shape", {1}}, {"values", {0.5}}};

TEST(WitnessProgram, ValuesAreWrittenDownOnce) {
  ApiCall call;
  call.arguments = {Tensor("input", {1}), {"dim", "0", false, "", {}}};
  const std::string program =
      ValuesProgram(Doc("torch.sum"), {call}, *FindDialect("torch"), "# functions");
  EXPECT_NE(program.find("return {\"input\": input, \"dim\": 0}"), std::string::npos);
  const auto values = ReadValues(
      json{{"call", 0}, {"arguments", {{"input", kTensor}, {"dim", {{"plain", "0"}}}}}}.dump(), 1);
  EXPECT_EQ(values[0]["input"], kTensor);
}

TEST(WitnessProgram, WhatCannotBeCarriedIsLeftOut) {
  const auto read = [](const json& arguments) {
    return ReadValues(json{{"call", 0}, {"arguments", arguments}}.dump(), 1)[0];
  };
  EXPECT_TRUE(read({{"input", kTensor}, {"function", nullptr}}).is_null());
  EXPECT_TRUE(read({{"dim", {{"plain", "0"}}}}).is_null());  // no tensor at all
  json large = kTensor;
  large["values"] = std::vector<double>(1000, 0.5);
  EXPECT_TRUE(read({{"input", large}}).is_null());
  EXPECT_TRUE(ReadValues("no JSON\n", 1)[0].is_null());
}

TEST(WitnessProgram, NumpyIsAskedInTheSameProgram) {
  const AskedCall asked{0, {"jax.scipy.special.erf", "", {{"x", "", ""}}}, {{"x", kTensor}}};
  const AskedCall scipy{0, *NumpyCall(asked.call), asked.values};
  const std::string program =
      WitnessProgram("jax", {asked}, {scipy}, *FindDialect("jax"), "# functions");
  EXPECT_NE(program.find("lambda values: jax.scipy.special.erf(values[\"x\"])"), std::string::npos);
  EXPECT_NE(program.find("import scipy.special\n"), std::string::npos);
  EXPECT_NE(program.find("lambda values: scipy.special.erf(values[\"x\"])"), std::string::npos);
}

TEST(WitnessProgram, ErrorsAreNoAnswers) {
  std::vector<Evaluation> all;
  const auto line = [](const char* who, const json& result) {
    return json{{"who", who},      {"call", 0},        {"variant", ""},
                {"arguments", {}}, {"result", result}, {"moved", {result}}}
               .dump() +
           "\n";
  };
  ReadWitness(line("torch", kTensor) + line("jax", {{"error", "TypeError"}}), all);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].results.contains("torch"));
  EXPECT_FALSE(all[0].results.contains("jax"));
}

}  // namespace
}  // namespace assay::trial::witness_program_test
