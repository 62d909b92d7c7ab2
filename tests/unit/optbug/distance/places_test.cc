#include "optbug/distance/places.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/files.h"
#include "base/hash.h"
#include "lab/registry.h"

namespace assay::optbug::places_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(Places, NamesStandInForWhatIsNotKnown) {
  const Places places = {{{"torch.compile", "torch"}, {"torch.gone.api", ""}}, {}};
  EXPECT_EQ(places.FolderOf("torch.compile"), "torch");
  EXPECT_TRUE(places.Has("torch.compile"));
  EXPECT_EQ(places.FolderOf("torch.gone.api"), "torch/gone");
  EXPECT_FALSE(places.Has("torch.gone.api"));
  EXPECT_THAT(places.ParentsOf("Mystery"), ElementsAre("Mystery"));
}

class FindPlacesTest : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(cache_); }
  const std::string cache_ = testing::TempDir() + "/assay-optbug-places";
  const OpenLab closed_ = []() -> Result<program::ProgramLab*> { return Invalid("not now"); };
};

TEST_F(FindPlacesTest, WhatIsKeptIsNotAskedAgain) {
  const auto script = ReadFile(lab::HomeFolder() + "/data/optbug/places.py");
  ASSERT_TRUE(script.ok());
  std::ostringstream name;
  name << cache_ << "/optbug/places-torch-9.9-" << std::hex << (HashBytes(*script) & 0xffffffff)
       << ".json";
  fs::create_directories(cache_ + "/optbug");
  std::ofstream(name.str())
      << R"({"folders": {"torch.compile": "torch", "torch.old": null}, "parents": {"KeyError": ["KeyError", "LookupError"]}})";
  const auto kept =
      FindPlaces({"torch", "9.9", {"torch.compile", "torch.old"}, {"KeyError"}}, closed_, cache_);
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_EQ(kept->FolderOf("torch.compile"), "torch");
  EXPECT_FALSE(kept->Has("torch.old"));
  EXPECT_THAT(kept->ParentsOf("KeyError"), ElementsAre("KeyError", "LookupError"));
  // One name more has to be asked; so has another version.
  EXPECT_FALSE(FindPlaces({"torch", "9.9", {"torch.jit.script"}, {}}, closed_, cache_).ok());
  EXPECT_FALSE(FindPlaces({"torch", "9.8", {"torch.compile"}, {}}, closed_, cache_).ok());
}

}  // namespace
}  // namespace assay::optbug::places_test
