// What a target answered to a model, and what is to be said of it.
#include "base/strings.h"
#include "cases.h"
#include "graph/text.h"
#include "ops/infer.h"
#include "oracle/check.h"

namespace assay::regress {
namespace {

// The tensors of a text such as "y: float32[2] = [1, 2]", by name.
std::map<std::string, Tensor> Tensors(const std::string& text) {
  std::map<std::string, Tensor> out;
  const auto graph = ParseGraphText(StrCat("graph () -> () {\n", text, "\n}"));
  EXPECT_TRUE(graph.ok()) << graph.error().message << " in\n" << text;
  if (graph.ok())
    for (const auto& [id, tensor] : graph->initializers()) out[graph->name_of(id)] = tensor;
  return out;
}

oracle::Subject SubjectOf(const Case& test) {
  oracle::Subject out;
  auto model = ParseModelText(test["model"]);
  EXPECT_TRUE(model.ok()) << test.name << ": " << model.error().message;
  if (!model.ok()) return out;
  out.model = std::move(model).value();
  const Status typed = ops::InferTypes(out.model);
  EXPECT_TRUE(typed.ok()) << test.name << ": " << typed.error().message;
  const auto inputs = Tensors(test["inputs"]);
  for (const ValueId id : out.model.graph.inputs) {
    const auto found = inputs.find(out.model.graph.name_of(id));
    EXPECT_NE(found, inputs.end()) << test.name << ": no input " << out.model.graph.name_of(id);
    if (found != inputs.end()) out.inputs.emplace_back(found->second);
  }
  return out;
}

class Answers : public Regress {};

TEST_P(Answers, GetTheirVerdict) {
  const Case& test = GetParam();
  ExpectKeys(test, {"model", "inputs", "answer", "verdict", "says"});
  const oracle::Subject subject = SubjectOf(test);
  const auto truth = oracle::ComputeTruth(subject);
  ASSERT_TRUE(truth.ok()) << truth.error().message;
  if (!truth->unknown.empty()) {
    EXPECT_EQ(test["verdict"], "undetermined") << truth->unknown;
    return;
  }
  const auto answers = Tensors(test["answer"]);
  const Graph& graph = subject.model.graph;
  std::string verdict, said;
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    const std::string name = graph.name_of(graph.outputs[i]);
    const auto answer = answers.find(name);
    if (answer == answers.end()) continue;  // others may say nothing here
    const Known* strict = truth->strict.empty() ? nullptr : &truth->strict[i];
    const oracle::Judgement judged =
        oracle::Judge(name, truth->lenient[i], strict, Datum(answer->second));
    verdict = oracle::VerdictName(judged.verdict);
    said = oracle::Describe(judged);
  }
  EXPECT_EQ(verdict, test["verdict"]) << said << "\n" << test["cause"];
  EXPECT_THAT(said, testing::HasSubstr(test["says"]));
}

INSTANTIATE_TEST_SUITE_P(All, Answers, testing::ValuesIn(CasesIn("answers")), TestName);

}  // namespace
}  // namespace assay::regress
