#include "mirror/model/carry.h"

#include <gmock/gmock.h>

#include "tests/unit/llm/fakes.h"

namespace assay::mirror {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

ToCarry Softmax() {
  ToCarry out;
  out.source = {.name = "a.py", .text = "import torch\ny = torch.softmax(torch.ones(3), 0)\n"};
  out.rewritten.text =
      "import tensorflow as tf\nimport torch\ny = torch.softmax(tf.ones([3]), 0)\n";
  out.rewritten.left = {{.line = 2, .api = "torch.softmax", .why = "no rule"}};
  out.rewritten.uses = {{.api = "torch.softmax", .line = 2, .twin = "tf.nn.softmax", .by = "name"}};
  return out;
}

const std::string kWhole =
    R"({"differences": [], "program": "import tensorflow as tf\ny = tf.nn.softmax(tf.ones([3]), 0)\n"})";
const std::string kAnswer =
    R"-({"differences": [], "statements": [{"number": 1, "code": "y = tf.nn.softmax(tf.ones([3]), 0)"}]})-";

class CarryTest : public llm::LedgerTest {
 protected:
  CarriedAll Ask(const std::vector<ToCarry>& sources, CarryOptions options,
                 llm::FakeProvider::Reply reply) {
    options.context.direction = {"torch", "tensorflow"};
    auto provider = std::make_unique<llm::FakeProvider>(std::move(reply), 1);
    llm::FakeProvider* asked = provider.get();
    llm::Client client("fake", std::move(provider), Open(), {});
    client.StopWhen(should_stop_);
    auto out = CarryByModel(sources, options, client);
    EXPECT_TRUE(out.ok()) << out.error().message;
    prompts_ = asked->asked;
    return std::move(out).value();
  }
  CarryOptions With(const char* approach) {
    CarryOptions out;
    out.context.approach = *FindApproach(approach);
    return out;
  }
  std::string Words() const { return prompts_.front().messages.back().text; }
  std::vector<llm::Prompt> prompts_;
  std::function<bool()> should_stop_;
};

TEST_F(CarryTest, WhatRulesCarryIsNotAsked) {
  ToCarry whole = Softmax();
  whole.rewritten.left.clear();
  const CarriedAll out =
      Ask({whole}, With("assay"), [](const llm::Prompt&) { return llm::Says(kAnswer); });
  EXPECT_THAT(prompts_, IsEmpty());
  EXPECT_EQ(out.programs[0].program, whole.rewritten.text);
  EXPECT_FALSE(out.programs[0].asked);
}

TEST_F(CarryTest, TheModelIsShownWhatIsLeft) {
  CarryOptions options = With("assay");
  options.prices = {{"fake", {1e6, 2e6}}};
  ToCarry softmax = Softmax();
  softmax.source.text += std::string(2000, '#') + "\n";  // worth a token of the few
  const CarriedAll out =
      Ask({softmax}, options, [](const llm::Prompt&) { return llm::Says(kAnswer); });
  EXPECT_THAT(Words(), AllOf(HasSubstr("1:\ny = torch.softmax(tf.ones([3]), 0)\n"),
                             HasSubstr("torch.softmax corresponds to tf.nn.softmax")));
  const CarriedProgram& one = out.programs[0];
  EXPECT_EQ(one.program, "import tensorflow as tf\ny = tf.nn.softmax(tf.ones([3]), 0)\n");
  EXPECT_GT(one.code_tokens, 0);
  EXPECT_EQ(one.knowledge_tokens + one.code_tokens, one.input_tokens);
  EXPECT_EQ(one.cost, 10 + 2 * 5);  // tokens of fakes.h
}

TEST_F(CarryTest, AFailureIsShownAtMostSoOften) {
  CarryOptions options = With("assay");
  options.repairs = 2;
  options.errors_of = [](const std::vector<std::string>& twins) {
    return Result(std::vector<std::string>(twins.size(), "line 2: TypeError: no such thing"));
  };
  const CarriedAll out =
      Ask({Softmax()}, options, [](const llm::Prompt&) { return llm::Says(kAnswer); });
  ASSERT_THAT(prompts_,
              SizeIs(2));  // the first, and a repair; the second repair is the same prompt
  EXPECT_THAT(prompts_[1].messages.back().text,
              AllOf(HasSubstr("TypeError: no such thing"),
                    HasSubstr("fails:\nimport tensorflow as tf\ny = tf.nn.softmax"),  // all of it
                    HasSubstr("Failing line:\ny = tf.nn.softmax(tf.ones([3]), 0)\n"),
                    HasSubstr("1:\ny = tf.nn.softmax(tf.ones([3]), 0)\n")));  // what it wrote
  EXPECT_EQ(out.programs[0].repairs, 2);
}

TEST_F(CarryTest, NothingIsCutWhatDoesNotFitIsNamed) {
  std::string lines;
  for (int i = 0; i < 400; ++i) lines += "value = torch.relu(torch.ones(2))\n";
  const std::vector<Sample> samples = {{"torch", "long", "torch.relu", "", lines},
                                       {"torch", "short", "torch.relu", "", "import torch\n"}};
  CarryOptions options = With("yanhui");
  options.context.samples = &samples;
  options.context.context = 4096;
  const auto reply = [](const llm::Prompt&) { return llm::Says("```python\nx = 1\n```"); };
  Ask({Softmax()}, options, reply);
  EXPECT_THAT(Words(), AllOf(HasSubstr("Title: short"), Not(HasSubstr("Title: long"))));
  EXPECT_THAT(prompts_.front().left_out, testing::ElementsAre("example torch.relu: long"));
  EXPECT_EQ(*prompts_.front().parameters.max_tokens, 900);
  // More room, more examples and longer answers.
  options.context.context = 32768;
  Ask({Softmax()}, options, reply);
  EXPECT_THAT(Words(), HasSubstr(lines));
  EXPECT_THAT(prompts_.front().left_out, IsEmpty());
  EXPECT_EQ(*prompts_.front().parameters.max_tokens, 4096);
}

TEST_F(CarryTest, AProgramThatDoesNotFitIsNotAskedForAndTheOthersAre) {
  ToCarry longer = Softmax();
  for (int i = 0; i < 2000; ++i) longer.source.text += "y = torch.relu(y)\n";
  CarryOptions options = With("crossprobe");
  options.context.context = 4096;
  const CarriedAll out =
      Ask({longer, Softmax()}, options, [](const llm::Prompt&) { return llm::Says(kWhole); });
  EXPECT_THAT(prompts_, SizeIs(1));
  EXPECT_THAT(out.programs[0].problem, HasSubstr("does not fit into 4096 tokens"));
  EXPECT_THAT(out.programs[1].program, HasSubstr("tf.nn.softmax"));
}

TEST_F(CarryTest, ItSaysWhereTheTwinWillRun) {
  CarryOptions options = With("crossprobe");
  options.context.surroundings = "TensorFlow 2.21.0, x86_64";
  Ask({Softmax()}, options, [](const llm::Prompt&) { return llm::Says(kWhole); });
  EXPECT_THAT(Words(), HasSubstr("will run with TensorFlow 2.21.0, x86_64.\n"));
}

TEST_F(CarryTest, AStopLeavesTheRest) {
  bool stop = false;
  should_stop_ = [&] { return stop; };
  CarryOptions options = With("assay");
  size_t run = 0;
  options.errors_of = [&](const std::vector<std::string>& twins) {
    run += twins.size();
    return Result(std::vector<std::string>(twins.size(), "TypeError"));
  };
  ToCarry second = Softmax();
  second.source.text += "# another one\n";
  const CarriedAll out = Ask({Softmax(), second}, options, [&](const llm::Prompt&) {
    stop = true;
    return llm::Says(kAnswer);
  });
  EXPECT_THAT(prompts_, SizeIs(1));
  EXPECT_EQ(out.spent.answered, 1u);
  EXPECT_EQ(out.spent.stopped, 1u);
  EXPECT_THAT(out.programs[1].program, IsEmpty());
  EXPECT_EQ(run, 0u);  // nothing is tried, nor repaired
}

TEST_F(CarryTest, ThePapersApproachesDoNotRepair) {
  CarryOptions options = With("crossprobe");
  options.errors_of = [](const std::vector<std::string>& twins) {
    return Result(std::vector<std::string>(twins.size(), "TypeError"));
  };
  Ask({Softmax()}, options, [](const llm::Prompt&) { return llm::Says(kWhole); });
  EXPECT_THAT(prompts_, SizeIs(1));
}

TEST_F(CarryTest, WithoutDistinctionNothingIsSaidOfTheApis) {
  Ask({Softmax()}, With("no-distinction"), [](const llm::Prompt&) { return llm::Says(kWhole); });
  EXPECT_THAT(Words(), Not(HasSubstr("corresponds to")));
}

TEST_F(CarryTest, BaselinesShowSamples) {
  const std::vector<Sample> samples = {
      {"torch", "first", "torch.relu", "", "import torch\n"},
      {"torch", "second", "torch.softmax", "RuntimeError", "import torch  # softmax\n"},
      {"tensorflow", "third", "tf.add", "", "import tensorflow\n"}};
  CarryOptions options = With("fuzzgpt");
  options.context.samples = &samples;
  const auto reply = [](const llm::Prompt&) { return llm::Says("```python\nx = 1\n```"); };
  Ask({Softmax()}, options, reply);
  EXPECT_THAT(Words(), AllOf(HasSubstr("first"), HasSubstr("second"), HasSubstr("third")));
  options.context.approach = *FindApproach("yanhui");
  const CarriedAll out = Ask({Softmax()}, options, reply);
  EXPECT_THAT(Words(), AllOf(HasSubstr("Error: RuntimeError"), Not(HasSubstr("third"))));
  EXPECT_LT(Words().find("second"), Words().find("first"));  // the more similar one comes first
  EXPECT_EQ(out.programs[0].program, "x = 1\n");
}

TEST_F(CarryTest, WhatCannotBeToldFromTheRestIsAskedForAsAWhole) {
  ToCarry one = Softmax();
  one.rewritten.text = "import tensorflow as tf\ny = 1\n";  // nothing of torch to be seen
  const CarriedAll out =
      Ask({one}, With("assay"), [](const llm::Prompt&) { return llm::Says(kWhole); });
  EXPECT_THAT(out.programs[0].program, HasSubstr("tf.nn.softmax"));
}

TEST_F(CarryTest, ProgramsWithoutEndAreNone) {
  const CarriedAll out = Ask({Softmax()}, With("basic-cot"), [](const llm::Prompt&) {
    std::string text = "```python\n";
    for (int i = 0; i < 50000; ++i) text += "x = 1.0\n";
    return llm::Says(text + "```");
  });
  EXPECT_EQ(out.programs[0].problem, "empty");
  EXPECT_EQ(out.programs[0].program, "");
}

TEST_F(CarryTest, AnAnswerWithoutAProgramSaysSo) {
  const CarriedAll out =
      Ask({Softmax()}, With("basic-cot"), [](const llm::Prompt&) { return llm::Says("def (:"); });
  EXPECT_EQ(out.programs[0].problem, "messy");
}

}  // namespace
}  // namespace assay::mirror
