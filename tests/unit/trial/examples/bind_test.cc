#include <gtest/gtest.h>

#include "trial/examples/slice.h"

namespace assay::trial::bind_test {
namespace {

knowledge::ApiDoc Doc(const std::string& signature, std::vector<std::string> names) {
  knowledge::ApiDoc doc;
  doc.signature = signature;
  for (std::string& name : names) {
    doc.parameters.emplace_back();
    doc.parameters.back().name = std::move(name);
  }
  return doc;
}

std::vector<std::string> Names(const std::string& call, const knowledge::ApiDoc& doc) {
  const auto program = program::ReadProgram(call);
  std::vector<std::string> out;
  for (const CallArgument& argument : BindArguments(program.calls.at(0).arguments, doc))
    out.push_back(argument.name);
  return out;
}

TEST(Bind, ByPositionAndKeyword) {
  const auto doc = Doc("f(a, b, c)", {"a", "b", "c"});
  EXPECT_EQ(Names("f(1, 2, c=3)", doc), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(Bind, OverloadsThatDisagreeGiveNoName) {
  const auto doc = Doc("max(input, dim)\nmax(input, other)", {"input", "dim", "other"});
  EXPECT_EQ(Names("max(1, 2)", doc), (std::vector<std::string>{"input", ""}));
}

TEST(Bind, NothingIsKnownBehindASpread) {
  const auto doc = Doc("f(a, b)", {"a", "b"});
  EXPECT_EQ(Names("f(*xs, 2)", doc), (std::vector<std::string>{"", ""}));
}

}  // namespace
}  // namespace assay::trial::bind_test
