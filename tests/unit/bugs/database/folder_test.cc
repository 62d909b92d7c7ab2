#include "bugs/database/folder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Folder, ReadsRequirementLines) {
  EXPECT_THAT(RequirementLines("# all\r\nnumpy==1.26.4  # pinned\r\n\r\n--pre\r\n"
                               "jax @ file:///tmp/jax.whl#sha256=ab\r\npackaging \\\r\n  ==24.0"),
              ElementsAre("numpy==1.26.4", "--pre", "jax @ file:///tmp/jax.whl#sha256=ab",
                          "packaging ==24.0"));
}

TEST(Folder, ReadsAllThatIsThere) {
  const ScratchFolder d;
  d.Write("reproduce_bug.sh",
          "conda create -n x python=3.11 pip\npip install -r requirements.txt\n");
  d.Write("requirements.txt", "jax==0.4.20\n");
  d.Write("test_issue_7.py", "def test_f(): pass\n");
  d.Write("bug.toml", "fixed_version = \"0.4.21\"\nbuggy_message = \"Error: x\"\n");
  std::vector<Oddity> odd;
  const Bug bug = ReadFolder("jax", "7", d.path(), odd);
  EXPECT_THAT(odd, IsEmpty());
  EXPECT_EQ(bug.python, "3.11");
  EXPECT_EQ(bug.test_file, "test_issue_7.py");
  EXPECT_THAT(bug.requirements, ElementsAre("jax==0.4.20"));
  ASSERT_TRUE(bug.notes);
  EXPECT_EQ(bug.notes->fixed_version, "0.4.21");
  EXPECT_FALSE(bug.needs_gpu);
  EXPECT_EQ(bug.unavailable, "");
}

TEST(Folder, MissingFilesAreOddNotFatal) {
  const ScratchFolder d;
  d.Write("test_other.py", "");
  d.Write("bug.toml", "fixed_versio = \"1\"\n");
  std::vector<Oddity> odd;
  const Bug bug = ReadFolder("jax", "7", d.path(), odd);
  EXPECT_EQ(bug.test_file, "test_other.py");
  EXPECT_FALSE(bug.notes);
  EXPECT_EQ(odd.size(), 4);  // the script, the requirements, the test's name, the notes
  EXPECT_THAT(odd.back().what, HasSubstr("no key 'fixed_versio'"));
}

TEST(Folder, AScriptWithAWayForCpusNeedsAGpuOnlyWhenTheTestDoes) {
  const std::string script = "conda create -n x python=3.8\ndocker run --gpus all x\n";
  std::vector<Oddity> odd;
  const ScratchFolder plain, cuda;
  plain.Write("reproduce_bug.sh", script);
  plain.Write("test_issue_1.py", "def test_f(): pass\n");
  cuda.Write("reproduce_bug.sh", script);
  cuda.Write("test_issue_1.py", "def test_f():\n    import torch\n    torch.ones(1).cuda()\n");
  EXPECT_FALSE(ReadFolder("pytorch", "1", plain.path(), odd).needs_gpu);
  EXPECT_TRUE(ReadFolder("pytorch", "1", cuda.path(), odd).needs_gpu);
}

TEST(Folder, OnlyMacosIsUnavailable) {
  const ScratchFolder d;
  d.Write("reproduce_bug.sh", "if [[ \"$OSTYPE\" != \"darwin\"* ]]; then\nexit 2\nfi\n");
  std::vector<Oddity> odd;
  EXPECT_THAT(ReadFolder("pytorch", "1", d.path(), odd).unavailable, HasSubstr("macOS"));
}

TEST(Folder, RequirementsThatCannotBeReadAreNoEmptyOnes) {
  const ScratchFolder d;
  d.Write("db/jax/issue_1/reproduce_bug.sh", "");
  const std::string folder = d.path() + "/db/jax/issue_1";
  ASSERT_EQ(mkfifo((folder + "/requirements.txt").c_str(), 0600), 0);
  std::vector<Oddity> odd;
  EXPECT_THAT(ReadFolder("jax", "1", folder, odd).unavailable, HasSubstr("requirements.txt"));
  std::filesystem::remove(folder + "/requirements.txt");
  std::filesystem::create_symlink(d.Write("secret", "a==1"), folder + "/requirements.txt");
  const Bug bug = ReadFolder("jax", "1", folder, odd);
  EXPECT_TRUE(bug.requirements.empty());
  EXPECT_THAT(bug.unavailable, HasSubstr("requirements.txt"));
}

}  // namespace
}  // namespace assay::bugs
