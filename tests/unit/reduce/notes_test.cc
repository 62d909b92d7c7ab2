#include "reduce/notes.h"

#include <gmock/gmock.h>

#include "fake.h"

namespace assay::reduce {
namespace {

using testing::Contains;
using testing::Not;

std::vector<std::string> NotesOf(const std::string& text, Condition condition) {
  const Options options;
  Search search(CaseOf(text), AskFor(std::move(condition)), FakeSymptom(), options);
  return FindNotes(search);
}

TEST(Notes, WhichValuesMatter) {
  const std::string model = "graph (x: float32[2]) -> (y) { y = Relu(x) }";
  EXPECT_THAT(NotesOf(model, [](const ModelCase&) { return true; }),
              Contains("x: any float32 value"));
  EXPECT_THAT(NotesOf(model,
                      [](const ModelCase& now) {
                        for (int64_t i = 0; i < now.inputs[0].tensor.count(); ++i)
                          if (now.inputs[0].tensor.RealAt(i) <= 0) return false;
                        return true;
                      }),
              Contains("x: any float32 value > 0"));
  EXPECT_THAT(
      NotesOf(model, [](const ModelCase& now) { return now.inputs[0].tensor.RealAt(0) == 1.5; }),
      Contains("x: these values matter"));
}

TEST(Notes, WhichSizesMatter) {
  const std::string model = "graph (x: float32[2,3]) -> (y: float32[...]) { y = Relu(x) }";
  const auto notes =
      NotesOf(model, [](const ModelCase& now) { return now.inputs[0].tensor.shape()[1] == 3; });
  EXPECT_THAT(notes, Contains("axis 0 of x: any size"));
  EXPECT_THAT(notes, Not(Contains("axis 1 of x: any size")));
}

TEST(Notes, Opsets) {
  const Options options;
  Search search(CaseOf("graph (x: float32[2]) -> (y) { y = Relu(x) }"),
                AskFor([](const ModelCase& now) {
                  return now.model.opset("") >= 17 && now.model.opset("") <= 22;
                }),
                FakeSymptom(), options);
  const OpsetRange range = FindOpsets(search);
  EXPECT_EQ(range.low, 17);
  EXPECT_EQ(range.high, 22);
}

}  // namespace
}  // namespace assay::reduce
