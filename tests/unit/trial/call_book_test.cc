#include <gtest/gtest.h>

#include "program/parse/program.h"
#include "trial/call.h"

namespace assay::trial {
namespace {

TEST(CallBook, TensorsAreWrittenOut) {
  const Dialect& torch = *FindDialect("torch");
  EXPECT_EQ(ExpandTensors("f(f32[2, 3], i64[4])", torch),
            "f(" + torch.tensor({2, 3}, "float32") + ", " + torch.tensor({4}, "int64") + ")");
  EXPECT_EQ(ExpandTensors("xf32[2] and y[3]", torch), "xf32[2] and y[3]");
}

// A book that is no Python would be ignored without a word.
TEST(CallBook, AllEntriesArePython) {
  for (const char* framework : {"torch", "tensorflow", "jax"}) {
    const auto book = LoadCallBook(*FindDialect(framework));
    ASSERT_TRUE(book.ok()) << book.error().message;
    for (const std::string& call : book->calls)
      EXPECT_TRUE(program::ReadProgram(call).errors().empty()) << call;
    for (const auto& [name, statement] : book->names)
      EXPECT_TRUE(program::ReadProgram(statement).errors().empty()) << statement;
    for (const auto& [name, values] : book->values)
      for (const std::string& value : values)
        EXPECT_TRUE(program::ReadProgram("x = (" + value + ")").errors().empty()) << value;
  }
}

}  // namespace
}  // namespace assay::trial
