#include "cluster/job.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay::cluster {
namespace {

Job Night() {
  Job job;
  job.store = "postgresql://assay@db/night";
  job.campaign = "night";
  job.home = "/opt/assay";
  job.nodes = 3;
  return job;
}

TEST(JobTest, RefusesWhatNoEngineCouldRunOrWouldShowAPassword) {
  EXPECT_TRUE(Check(Night()).ok());
  Job job = Night();
  job.store = "assay.db";  // of one machine
  EXPECT_FALSE(Check(job).ok());
  job = Night();
  job.store = "postgresql://assay:secret@db/night";
  const Status told = Check(job);
  ASSERT_FALSE(told.ok());
  EXPECT_EQ(told.error().message.find("secret"), std::string::npos);
  job = Night();
  job.campaign = "night; rm -rf /";
  EXPECT_FALSE(Check(job).ok());
  job = Night();
  job.nodes = 0;
  EXPECT_FALSE(Check(job).ok());
  job = Night();
  job.more = {"--store=other"};  // the job decides that
  EXPECT_FALSE(Check(job).ok());
  job.more = {"--targets", "torch"};
  EXPECT_TRUE(Check(job).ok());
}

TEST(JobTest, AgentsAreToldTheirShare) {
  Job job = Night();
  job.cpus = 4;
  job.more = {"--targets", "torch"};
  const std::vector<std::string> want = {"fuzz",   "--store", job.store,   "--campaign",
                                         "night",  "--time",  "1h",        "--quiet",
                                         "--jobs", "4",       "--targets", "torch"};
  EXPECT_EQ(AgentWords(job), want);
}

TEST(JobTest, ShellsGetWordsAsTheyAre) {
  EXPECT_EQ(Quoted("plain-word.1"), "plain-word.1");
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(JobTest, ScriptsHoldOneAgentPerMachine) {
  const std::string slurm = SlurmScript(Night());
  EXPECT_NE(slurm.find("#SBATCH --array=1-3\n"), std::string::npos);
  EXPECT_NE(slurm.find("#SBATCH --time=90\n"), std::string::npos);  // an hour, and to end in order
  Job odd = Night();
  odd.campaign = "Night.2";
  odd.more = {"--seeds", "$(HOME)"};
  const std::string manifest = KubernetesManifest(odd);
  EXPECT_NE(manifest.find("generateName: assay-night-2-\n"), std::string::npos);
  EXPECT_NE(manifest.find("parallelism: 3\n"), std::string::npos);
  EXPECT_NE(manifest.find("\"$$(HOME)\""), std::string::npos);  // Kubernetes would replace it
}

}  // namespace
}  // namespace assay::cluster
