#include "bugs/environment/index.h"

#include <gmock/gmock.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Index, ReadsTheConfigurationOfPip) {
  const IndexPlaces plain = ReadPipConfig("", "https://example.org/usual");
  EXPECT_THAT(plain.indexes, ElementsAre("https://example.org/usual"));
  const IndexPlaces places = ReadPipConfig(
      ":env:.find-links='/opt/a'\nglobal.index-url='https://example.org/simple/'\n"
      "global.extra-index-url='file:///opt/b https://example.org/c'\nglobal.cert='/etc/x'\n",
      "https://example.org/usual");
  EXPECT_THAT(places.indexes,
              ElementsAre("https://example.org/simple", "file:///opt/b", "https://example.org/c"));
  EXPECT_THAT(places.folders, ElementsAre("/opt/a"));
  EXPECT_THAT(ReadPipConfig("global.no-index='true'\n", "x").indexes, IsEmpty());
}

TEST(Index, ReadsPages) {
  const auto files = ReadIndexPage(
      "<html><body><h1>Links</h1>\n<a href=\"x/a-1-py3-none-any.whl#sha256=1\" "
      "data-requires-python=\"&gt;=3.9\">a-1-py3-none-any.whl</a><br/>\n"
      "<A HREF='a-2.tar.gz'> a-2.tar.gz </A></body></html>");
  ASSERT_EQ(files.size(), 2);
  EXPECT_EQ(files[0].name, "a-1-py3-none-any.whl");
  EXPECT_EQ(files[0].requires_python, ">=3.9");
  EXPECT_EQ(files[1].name, "a-2.tar.gz");
}

const std::vector<IndexFile> kFiles = {{"a-1.0-py3-none-any.whl", ">=3.9"},
                                       {"a-2.0.tar.gz", ""},
                                       {"a-3.0+cpu-py3-none-any.whl", ""},
                                       {"b-9-py3-none-any.whl", ""}};

TEST(Index, KnowsWhatCanBeInstalled) {
  EXPECT_EQ(AvailabilityOf(kFiles, "a", "1", "3.11"), Availability::kWheel);
  EXPECT_EQ(AvailabilityOf(kFiles, "a", "1", "3.8"), Availability::kNone);
  EXPECT_EQ(AvailabilityOf(kFiles, "a", "2.0", "3.8"), Availability::kSourceOnly);
  EXPECT_EQ(AvailabilityOf(kFiles, "a", "9", "3.11"), Availability::kNone);
  EXPECT_EQ(AvailabilityOf(kFiles, "a", "", "3.8"), Availability::kWheel);
  EXPECT_EQ(AvailabilityOf({}, "a", "", "3.8"), Availability::kNone);
}

TEST(Index, FindsCpuBuilds) {
  EXPECT_EQ(CpuBuildOf(kFiles, "3.0", "3.11"), "3.0+cpu");
  EXPECT_EQ(CpuBuildOf(kFiles, "1.0", "3.11"), "");
}

// A "Python" that only knows its configuration stands for pip.
TEST(Index, AsksOnceAndRemembers) {
  const ScratchFolder d;
  d.Write("simple/a/index.html", "<a href='a-1-py3-none-any.whl'>a-1-py3-none-any.whl</a>");
  const std::string python = d.WriteProgram(
      "python", "#!/bin/sh\necho x >> " + d.path() + "/asked\necho \"global.index-url='file://" +
                    d.path() + "/simple'\"\n");
  {
    PipIndex index(python, d.path() + "/cache", false);
    const auto files = index.Files("a");
    ASSERT_TRUE(files.ok()) << files.error().message;
    ASSERT_EQ(files->size(), 1);
    EXPECT_THAT(*index.Files("none"), IsEmpty());
  }
  std::filesystem::remove_all(d.path() + "/simple");
  PipIndex again(python, d.path() + "/cache", false);
  EXPECT_EQ(again.Files("a")->size(), 1);  // kept on disk
  PipIndex offline(python, d.path() + "/cache", true);
  EXPECT_EQ(offline.Files("a")->size(), 1);
  EXPECT_FALSE(offline.Files("b").ok());
  // Twice: what pip is configured for, and what it takes otherwise.
  EXPECT_EQ(*ReadFile(d.path() + "/asked"), "x\nx\n");
}

TEST(Index, AnIndexThatCannotBeAskedIsAnError) {
  const ScratchFolder d;
  const std::string python = d.WriteProgram("python", "#!/bin/sh\nexit 1\n");
  PipIndex index(python, d.path() + "/cache", false);
  EXPECT_FALSE(index.Files("a").ok());
}

}  // namespace
}  // namespace assay::bugs
