#include <gmock/gmock.h>

#include "bugs/database/text.h"

namespace assay::bugs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Script, ReadsAnEnvironmentOfConda) {
  const ScriptAsks asks = ReadScript(
      "conda init\nconda create --name issue_1 python==3.11 pip -y\nconda activate issue_1\n"
      "pip install -r requirements.txt\npip install keras==3.1.1\npytest -sx\n");
  EXPECT_EQ(asks.python, "3.11");
  EXPECT_TRUE(asks.conda);
  EXPECT_FALSE(asks.docker);
  EXPECT_THAT(asks.installs, ElementsAre("keras==3.1.1"));
}

TEST(Script, FetchersAndIndexesAreNoPackages) {
  const ScriptAsks asks = ReadScript(
      "conda create -n x python=3.8.5 pip -y\r\npip install gdown==5.2.0\r\n"
      "    pip install --pre torch==2.4.0.dev20240401 --index-url https://example.org/cpu\r\n");
  EXPECT_EQ(asks.python, "3.8.5");
  EXPECT_THAT(asks.installs, ElementsAre("torch==2.4.0.dev20240401"));
}

TEST(Script, SeesGpusSystemsAndSources) {
  EXPECT_TRUE(ReadScript("docker build -t x .\ndocker run -it --rm --gpus all x\n").docker_gpus);
  EXPECT_FALSE(ReadScript("docker run x\n").docker_gpus);
  EXPECT_TRUE(ReadScript("if [[ \"$OSTYPE\" != \"darwin\"* ]]; then\n exit 2\nfi\n").only_macos);
  EXPECT_TRUE(ReadScript("if [[ \"$(uname)\" != \"Darwin\" ]]; then exit 2; fi\n").only_macos);
  EXPECT_FALSE(ReadScript("if [[ $OSTYPE == 'darwin'* ]]\nthen\n brew install x\nfi\n").only_macos);
  EXPECT_FALSE(ReadScript("if [[ \"$OSTYPE\" != \"linux-gnu\"* ]]; then exit 2; fi").only_macos);
  EXPECT_EQ(ReadScript("git clone git@example.org:a/b.git\n").source, "git@example.org:a/b.git");
  EXPECT_THAT(ReadScript("").installs, IsEmpty());
}

TEST(Script, ReadsThePythonOfAnImage) {
  EXPECT_EQ(PythonOfDockerfile("FROM python:3.12.3\n"), "3.12");
  EXPECT_EQ(PythonOfDockerfile("FROM ubuntu:22.04\nRUN apt-get install -y python3.10\n"), "3.10");
  EXPECT_EQ(PythonOfDockerfile("FROM ubuntu:22.04\n"), "");
}

TEST(Script, SeesWhatWantsAGpu) {
  EXPECT_EQ(WantsGpu("x = y.cuda()\n"), ".cuda(");
  EXPECT_NE(WantsGpu("torch.ones(2, device='cuda')"), "");
  EXPECT_NE(WantsGpu("with tf.device('GPU:0'):"), "");
  EXPECT_NE(WantsGpu("with tf.device('/GPU:0'):"), "");
  EXPECT_EQ(WantsGpu("tf.config.list_physical_devices('GPU')  # cuda"), "");
}

}  // namespace
}  // namespace assay::bugs
