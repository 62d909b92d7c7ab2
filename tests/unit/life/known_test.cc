#include <gtest/gtest.h>

#include "dossier/facts.h"
#include "life/triage_all.h"
#include "tests/unit/dossier/sample.h"

namespace assay::life {
namespace {

class KnownFindingsTest : public dossier::SampleStore {};

TEST_F(KnownFindingsTest, TheFirstEntryThatMatchesIsNoted) {
  AddModelFinding("f1");
  triage::KnownBug other, first, second;
  other.id = "other";
  other.framework = "torch";
  first.id = "first";
  first.framework = "onnxruntime";
  first.title = "Clip is wrong";
  second.id = "second";
  second.framework = "onnxruntime";
  const auto matched = MatchKnown(store(), {other, first, second});
  ASSERT_TRUE(matched.ok()) << matched.error().message;
  ASSERT_EQ(matched->size(), 1u);
  EXPECT_EQ(matched->at("first"), std::vector<std::string>{"f1"});
  const auto facts = dossier::FactsOf(store(), "f1");
  EXPECT_EQ(facts->at("known").value("title", ""), "Clip is wrong");
}

TEST_F(KnownFindingsTest, WhatMatchesNothingIsLeftAlone) {
  AddModelFinding("f1");
  triage::KnownBug other;
  other.id = "other";
  other.framework = "torch";
  EXPECT_TRUE(MatchKnown(store(), {other})->empty());
  EXPECT_TRUE(store().Facts("f1")->empty());
}

TEST(ShippedKnownBugsTest, CanBeRead) {
  const auto all = ShippedKnownBugs();
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_FALSE(all->empty());
}

}  // namespace
}  // namespace assay::life
