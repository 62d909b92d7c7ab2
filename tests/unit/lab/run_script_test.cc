#include "lab/run_script.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace assay::lab {
namespace {

TEST(RunScript, TellsHowItEnded) {
  EXPECT_EQ(RunScript({"/bin/sh", "-c", "exit 7"}), 7);
  EXPECT_EQ(RunScript({"/bin/sh", "-c", "kill -9 $$"}), -1);
  EXPECT_EQ(RunScript({"/no/such/program"}), -1);
}

TEST(RunScript, ReadsWhatIsPrinted) {
  const ScriptOutput out = ReadScript({"/bin/sh", "-c", "echo one; echo two; exit 3"});
  EXPECT_EQ(out.text, "one\ntwo\n");
  EXPECT_EQ(out.code, 3);
  EXPECT_EQ(ReadScript({"/no/such/program"}).code, -1);
}

TEST(RunScript, FindsTheSystemWhateverThePath) {
  EXPECT_EQ(WithSystemFolders("/venv/bin:/nowhere"),
            "/venv/bin:/nowhere:/usr/local/bin:/usr/bin:/bin");
  EXPECT_EQ(WithSystemFolders("/usr/bin:/x"), "/usr/bin:/x:/usr/local/bin:/bin");
  EXPECT_EQ(WithSystemFolders(""), "/usr/local/bin:/usr/bin:/bin");
  const std::string before = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  EXPECT_EQ(RunScript({"/usr/bin/env", "bash", "-c", "true"}), 0);
  setenv("PATH", before.c_str(), 1);
}

TEST(RunScript, PythonIsTheOneOfTheWheel) {
  unsetenv("ASSAY_PYTHON");
  EXPECT_EQ(PythonScript("/s").size(), 1u);
  setenv("ASSAY_PYTHON", "/venv/bin/python", 1);
  EXPECT_EQ(PythonScript("/s"), (std::vector<std::string>{"/venv/bin/python", "/s"}));
  unsetenv("ASSAY_PYTHON");
}

}  // namespace
}  // namespace assay::lab
