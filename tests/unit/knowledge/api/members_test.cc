#include "knowledge/api/members.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/strings.h"
#include "knowledge/api/introspect.h"

namespace assay::knowledge {
namespace {

Members Known() {
  return Members::FromJson({{"torch", {"nn", "ones", "ops", "Tensor"}},
                            {"torch.nn", {"functional", "Linear"}},
                            {"torch.nn.functional", {"relu", "relu6"}}})
      .value();
}

TEST(Members, TellsTheFirstPartThatIsMissing) {
  const auto missing = Known().FindMissing("torch.nn.functional.rellu");
  ASSERT_TRUE(missing.has_value());
  EXPECT_EQ(missing->module, "torch.nn.functional");
  EXPECT_EQ(missing->name, "rellu");
  EXPECT_EQ(missing->nearest, "relu");
  EXPECT_EQ(Known().FindMissing("torch.nm.Linear")->name, "nm");
  EXPECT_EQ(Known().FindMissing("torch.nn.functionall.relu.x")->name, "functionall");
}

TEST(Members, SaysNothingWhereItCannotKnow) {
  for (const char* api : {"torch", "torch.ones", "torch.nn.functional.relu", "torch.ops.my.op",
                          "torch.Tensor.nothing", "torch.nn.__dict__", "numpy.onez", "", "."})
    EXPECT_FALSE(Known().FindMissing(api).has_value()) << api;
}

TEST(Members, AreKeptPerVersion) {
  const std::string folder = StrCat(testing::TempDir(), "assay-members-", getpid());
  ASSERT_TRUE(Known().Keep("torch", "2.0", folder).ok());
  const auto again = Members::Load("torch", "2.0", folder);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->ToJson(), Known().ToJson());
  EXPECT_FALSE(Members::Load("torch", "2.1", folder).ok());
  std::filesystem::remove_all(folder);
}

TEST(Members, StandInTheFirstLineOfTheIntrospection) {
  const auto read = ReadMembersLine("{\"members\": {\"a\": [\"b\"]}}\n{}\n");
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->FindMissing("a.c").has_value());
  EXPECT_FALSE(ReadMembersLine("nonsense\n").ok());
}

}  // namespace
}  // namespace assay::knowledge
