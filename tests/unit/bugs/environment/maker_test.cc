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

TEST(Maker, AllAreKnownByName) {
  for (const Maker& maker : AllMakers()) EXPECT_EQ(*FindMaker(std::string(maker.name)), &maker);
  EXPECT_THAT(FindMaker("nix").error().message, HasSubstr("venv, uv, conda"));
}

}  // namespace
}  // namespace assay::bugs
