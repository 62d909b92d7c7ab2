#include "resources/check.h"

#include <filesystem>
#include <set>

#include "cases.h"

namespace assay::resources {
namespace {

TEST(Checks, EveryFileIsInTheListUnderItsName) {
  std::set<std::string> files, listed;
  for (const auto& entry : std::filesystem::directory_iterator("src/resources/checks")) {
    std::string name = entry.path().stem();
    std::replace(name.begin(), name.end(), '_', '-');
    files.insert(name);
  }
  for (const CheckDef& check : AllChecks()) {
    EXPECT_TRUE(listed.insert(std::string(check.name)).second) << check.name;
    EXPECT_FALSE(check.meaning.empty());
    EXPECT_TRUE(oracle::IsFinding(check.status)) << check.name;
  }
  EXPECT_EQ(files, listed);
}

TEST(Checks, EqualNodesAreTriedOnce) {
  const ModelCase whole =
      CaseOf("graph (x: float32[2,3]) -> (y) {\n a = Relu(x)\n b = Relu(a)\n y = Neg(b)\n}");
  const std::vector<ModelCase> nodes = NodesOf(whole);
  ASSERT_EQ(nodes.size(), 2);
  EXPECT_EQ(Describe(nodes[0]), "Relu of float32[2,3]");
}

}  // namespace
}  // namespace assay::resources
