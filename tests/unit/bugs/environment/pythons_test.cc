#include "bugs/environment/pythons.h"

#include <gmock/gmock.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::ElementsAre;

std::vector<std::string> Versions(const std::vector<Python>& pythons) {
  std::vector<std::string> out;
  for (const Python& python : pythons) out.push_back(python.version);
  return out;
}

TEST(Pythons, ComeFromPathAndPyenv) {
  const ScratchFolder d;
  d.WriteProgram("bin/python3.11", "");
  d.WriteProgram("bin/python3", "");
  d.WriteProgram("bin/python3.11-config", "");
  d.Write("bin/python3.9", "not executable");
  d.WriteProgram("shims/python3.7", "");
  d.WriteProgram("pyenv/3.8.18/bin/python3", "");
  d.WriteProgram("pyenv/3.11.7/bin/python3", "");
  d.WriteProgram("pyenv/2.7.18/bin/python3", "");
  const auto found = FindPythonsIn({d.path() + "/bin", d.path() + "/shims", "", d.path() + "/none"},
                                   d.path() + "/pyenv");
  EXPECT_THAT(Versions(found), ElementsAre("3.8", "3.11"));
  EXPECT_EQ(found[1].program, d.path() + "/bin/python3.11");  // PATH comes first
}

TEST(Pythons, TheNearestComeFirst) {
  const std::vector<Python> all = {{"a", "3.8"}, {"b", "3.10"}, {"c", "3.11"}, {"d", "3.13"}};
  EXPECT_EQ(InOrderFor("3.10.4", all).front().version, "3.10");
  EXPECT_EQ(InOrderFor("", all).front().version, "3.11");
  EXPECT_THAT(Versions(InOrderFor("3.9", all)), ElementsAre("3.8", "3.10", "3.11", "3.13"));
}

TEST(Pythons, OneWithoutVenvIsOfNoUse) {
  const ScratchFolder d;
  EXPECT_TRUE(CanMakeEnvironments({d.WriteProgram("good", "#!/bin/sh\nexit 0\n"), "3.11"}).ok());
  EXPECT_FALSE(CanMakeEnvironments({d.WriteProgram("bad", "#!/bin/sh\nexit 1\n"), "3.11"}).ok());
}

}  // namespace
}  // namespace assay::bugs
