#include "bugs/environment/maker.h"

#include <gmock/gmock.h>

namespace assay::bugs {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

TEST(Maker, BuildsNoSourceUnlessAsked) {
  MakeRequest request{.folder = "/f", .requirements_file = "/r.txt", .find_links = "/w"};
  EXPECT_THAT(PipWords(request), Contains(":all:"));
  EXPECT_THAT(PipWords(request), Contains("/w"));
  request.allow_source = true;
  EXPECT_THAT(PipWords(request), Not(Contains(":all:")));
}

TEST(Maker, WithoutCudaPipIsChangedAndStandInsAreWritten) {
  MakeRequest request{.python = {"/p", "3.11"},
                      .folder = "/f",
                      .requirements_file = "/r.txt",
                      .find_links = "",
                      .without_cuda = true,
                      .scripts = "/s"};
  const auto venv = (*FindMaker("venv"))->commands;
  const Commands without = venv(request).value();
  ASSERT_EQ(without.size(), 3u);
  EXPECT_THAT(without[1], testing::IsSupersetOf({"/f/bin/python", "/s/patched-pip.py",
                                                 "--without-cuda", "install", "/r.txt"}));
  EXPECT_THAT(without[2], testing::ElementsAre(HasSubstr("python3"), "/s/stub-libraries", "/f"));
  if (const auto uv = (*FindMaker("uv"))->commands(request); uv.ok()) {
    EXPECT_THAT(uv->at(0), Contains("/p"));
    EXPECT_THAT(uv->at(1), Contains("/s/without-cuda.txt"));
    EXPECT_THAT(uv->at(2), Contains("/s/stub-libraries"));
  } else {
    EXPECT_THAT(uv.error().message, HasSubstr("no uv on PATH"));
  }
  request.without_cuda = false;
  const Commands with = venv(request).value();
  ASSERT_EQ(with.size(), 2u);
  EXPECT_THAT(with[1], testing::IsSupersetOf({"/f/bin/python", "-m", "pip", "install"}));
}

TEST(Maker, AllAreKnownByName) {
  for (const Maker& maker : AllMakers()) EXPECT_EQ(*FindMaker(std::string(maker.name)), &maker);
  EXPECT_THAT(FindMaker("nix").error().message, HasSubstr("venv, uv, conda"));
}

}  // namespace
}  // namespace assay::bugs
