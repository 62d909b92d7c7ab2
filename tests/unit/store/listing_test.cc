#include "store/listing.h"

#include <gtest/gtest.h>

#include <optional>

#include "store/database.h"
#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store::listing_test {
namespace {

FindingRow Row(const std::string& id, const std::string& target, const std::string& kind,
               double realism, int64_t count = 1) {
  FindingRow row;
  row.id = id;
  row.target = target;
  row.kind = kind;
  row.state = "new";
  row.version = "1";
  row.message = "100 % of " + id + " is wrong";
  row.realism = realism;
  row.count = count;
  return row;
}

class ListingTest : public testing::Test {
 protected:
  ListingTest() {
    auto opened = Store::Open(path_);
    store_.emplace(std::move(opened).value());
    EXPECT_TRUE(
        store_
            ->AddFindings({Row("a", "ort", "wrong", 0.5, 9), Row("b", "ort", "crash", 0.9),
                           Row("c", "jax:jit", "wrong", 0.7), Row("d_d", "jax", "nan", 0.1)},
                          {})
            .ok());
  }
  std::string Ids(const FindingFilter& filter, const FindingOrder& order = {}, int64_t limit = 50,
                  int64_t offset = 0) {
    const auto rows = store_->List(filter, order, limit, offset);
    EXPECT_TRUE(rows.ok()) << rows.error().message;
    std::string out;
    for (const ListedFinding& listed : *rows) out += listed.row.id + " ";
    return out;
  }
  const Place place_{"listing"};
  const std::string& path_ = place_.path();
  std::optional<Store> store_;
};

TEST_F(ListingTest, OrdersAndPages) {
  using By = FindingOrder::By;
  EXPECT_EQ(Ids({}), "b c a d_d ");
  EXPECT_EQ(Ids({}, {}, 2, 1), "c a ");
  EXPECT_EQ(Ids({}, {}, 2, 9), "");
  EXPECT_EQ(Ids({}, {By::kRealism, false}), "d_d a c b ");
  EXPECT_EQ(Ids({}, {By::kCount, true}), "a b c d_d ");
  EXPECT_EQ(Ids({}, {By::kTarget, false}), "d_d c b a ");
  ASSERT_TRUE(store_->KeepDigests({{"d_d", 1, "F1", "title", "", 5, 2}}).ok());
  EXPECT_EQ(Ids({}, {By::kSeverity, true}), "d_d b c a ");
}

TEST_F(ListingTest, Filters) {
  EXPECT_EQ(Ids({.facets = {{"kind", "wrong"}}}), "c a ");
  EXPECT_EQ(Ids({.facets = {{"framework", "jax"}}}), "c d_d ");
  EXPECT_EQ(Ids({.facets = {{"framework", "jax"}, {"kind", "nan"}}}), "d_d ");
  EXPECT_EQ(Ids({.campaign = 0}), "b c a d_d ");
  EXPECT_EQ(Ids({.campaign = 7}), "");
  EXPECT_EQ(Ids({.facets = {{"kind", "' OR 1=1 --"}}}), "");
}

// A label such as +cpu makes no other release; the finding keeps what was installed.
TEST_F(ListingTest, VersionsAreCountedByRelease) {
  std::vector<FindingRow> rows;
  for (const char* version : {"2.13.0", "2.13.0+cpu", "2.13.0+cu126", "2.13.1"}) {
    rows.push_back(Row(std::string("v") + version, "torch", "wrong", 0.2));
    rows.back().version = version;
  }
  ASSERT_TRUE(store_->AddFindings(rows, {}).ok());
  const auto counts = store_->Count({.facets = {{"target", "torch"}}});
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts->facets.at("version"),
            (std::map<std::string, int64_t>{{"2.13.0", 3}, {"2.13.1", 1}}));
  EXPECT_EQ(Ids({.facets = {{"version", "2.13.0"}}}), "v2.13.0 v2.13.0+cpu v2.13.0+cu126 ");
  // As in addresses that were kept.
  EXPECT_EQ(Ids({.facets = {{"version", "2.13.0+cpu"}}}), "v2.13.0 v2.13.0+cpu v2.13.0+cu126 ");
  const auto listed = store_->List({.facets = {{"version", "2.13.0"}}}, {}, 2, 1);
  ASSERT_TRUE(listed.ok());
  EXPECT_EQ(listed->at(0).row.version, "2.13.0+cpu");
}

TEST_F(ListingTest, SearchesForTextAsItIs) {
  EXPECT_EQ(Ids({.text = "OF B IS"}), "b ");
  EXPECT_EQ(Ids({.text = "jax:"}), "c ");
  EXPECT_EQ(Ids({.text = " wrong  jax "}), "c d_d ");  // every word, anywhere
  EXPECT_EQ(Ids({.text = "wrong nonesuch"}), "");
  EXPECT_EQ(Ids({.text = "100 %"}), "b c a d_d ");
  EXPECT_EQ(Ids({.text = "d_d"}), "d_d ");
  EXPECT_EQ(Ids({.text = "_"}), "d_d ");  // no wildcard
  EXPECT_EQ(Ids({.text = "%b"}), "");
  EXPECT_EQ(Ids({.text = "\\"}), "");
}

// Two servers on one store: what both have seen is counted off once.
TEST_F(ListingTest, DigestsOfTwoLeaveNothingBehind) {
  const auto stale = store_->StaleFindings(10);
  ASSERT_EQ(stale->size(), 4u);
  const std::vector<DigestRow> seen = {{"a", (*stale)[0].stale, "F1", "title", "g", 5, 2}};
  ASSERT_TRUE(store_->KeepDigests(seen).ok());
  ASSERT_TRUE(store_->SetGrouping("a", "by hand").ok());
  ASSERT_TRUE(store_->KeepDigests(seen).ok());
  EXPECT_EQ(store_->Finding("a")->grouping, "by hand");
  EXPECT_EQ(store_->StaleFindings(10)->size(), 3u);
  ASSERT_TRUE(store_->SetFact("a", "evidence", "{}").ok());
  EXPECT_EQ(store_->StaleFindings(10)->size(), 4u);
}

TEST_F(ListingTest, FiltersByLabel) {
  ASSERT_TRUE(store_->SetFact("a", "label", R"({"label": "true"})").ok());
  EXPECT_EQ(Ids({.labels = {"true", "known"}}), "a ");
  EXPECT_EQ(Ids({.labels = {""}}), "b c d_d ");
}

TEST_F(ListingTest, CountsOfferTheAlternatives) {
  const auto counts = store_->Count({.facets = {{"kind", "wrong"}, {"framework", "jax"}}});
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts->total, 1);
  // Of the kinds those of jax; of the frameworks those with wrong results.
  EXPECT_EQ(counts->facets.at("kind"), (std::map<std::string, int64_t>{{"wrong", 1}, {"nan", 1}}));
  EXPECT_EQ(counts->facets.at("framework"),
            (std::map<std::string, int64_t>{{"ort", 1}, {"jax", 1}}));
  EXPECT_EQ(counts->facets.at("target"), (std::map<std::string, int64_t>{{"jax:jit", 1}}));
}

TEST_F(ListingTest, ShowsABugOnce) {
  for (const char* id : {"a", "c"}) ASSERT_TRUE(store_->SetGrouping(id, "bug").ok());
  FindingFilter bugs = {.as_bugs = true};
  // By the finding that was seen most often, although the other one is more realistic.
  EXPECT_EQ(Ids(bugs), "b a d_d ");
  EXPECT_EQ(store_->Count(bugs)->total, 3);
  const ListedFinding bug = (*store_->List(bugs, {}, 10, 0))[1];
  EXPECT_EQ(bug.members, 2);
  EXPECT_EQ(bug.hits, 10);
  // The hits of all its findings count.
  EXPECT_EQ(Ids(bugs, {FindingOrder::By::kCount, true}), "a b d_d ");
  EXPECT_EQ(Ids({.grouping = "bug"}), "c a ");
  EXPECT_EQ(Ids({.grouping = "b"}), "b ");  // one that is alone goes by its id
}

TEST_F(ListingTest, OfFindingsSeenEquallyOftenTheMostRealisticStandsForTheBug) {
  for (const char* id : {"b", "c", "d_d"}) ASSERT_TRUE(store_->SetGrouping(id, "bug").ok());
  EXPECT_EQ(Ids({.as_bugs = true}), "b a ");
}

TEST_F(ListingTest, DigestsStayStaleWhenSomethingChangedMeanwhile) {
  auto stale = store_->StaleFindings(10);
  ASSERT_EQ(stale->size(), 4u);
  ASSERT_TRUE(store_->SetFact("a", "evidence", "{}").ok());
  for (DigestRow& row : *stale) row.title = "title of " + row.finding;
  ASSERT_TRUE(store_->KeepDigests(*stale).ok());
  EXPECT_EQ(store_->Finding("b")->title, "title of b");
  stale = store_->StaleFindings(10);
  ASSERT_EQ(stale->size(), 1u);
  EXPECT_EQ((*stale)[0].finding, "a");
  // More hits change nothing that a digest tells.
  ASSERT_TRUE(store_->AddFindings({Row("b", "ort", "crash", 0.2)}, {}).ok());
  EXPECT_EQ(store_->StaleFindings(10)->size(), 1u);
}

TEST_F(ListingTest, TellsWhatIsNew) {
  const auto all = store_->FindingsSince("2000-01-01 00:00:00", 3);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->size(), 3u);
  EXPECT_TRUE(store_->FindingsSince("2999-01-01 00:00:00", 3)->empty());
}

TEST_F(ListingTest, AReaderKeepsItsCountsUntilSomebodyWrites) {
  auto reader = Store::OpenForReading(path_);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(reader->Count({})->total, 4);
  EXPECT_EQ(*reader->CountChecks(), 0);
  ASSERT_TRUE(store_->AddFindings({Row("e", "ort", "nan", 0.2)}, {}).ok());
  ASSERT_TRUE(store_->SetState("a", "fixed").ok());
  ASSERT_TRUE(store_->Add({CheckRow{}}).ok());
  const auto counts = reader->Count({.facets = {{"state", "new"}}});
  EXPECT_EQ(counts->total, 4);
  EXPECT_EQ(counts->facets.at("state"), (std::map<std::string, int64_t>{{"new", 4}, {"fixed", 1}}));
  EXPECT_EQ(*reader->FindingsByCampaign(), (std::map<int64_t, int64_t>{{0, 5}}));
  EXPECT_EQ(*reader->CountChecks(), 1);
  const auto found = reader->List({.text = "E IS"}, {}, 10, 0);
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ((*found)[0].row.id, "e");
  // What was searched before is searched as it is now.
  ASSERT_TRUE(store_->KeepDigests({{"a", 1, "F1", "An odd title", "", 5, 2}}).ok());
  EXPECT_EQ(reader->List({.text = "odd"}, {}, 10, 0)->size(), 1u);
  EXPECT_EQ(reader->List({.text = "IS"}, {}, 10, 0)->size(), 5u);
  EXPECT_EQ(reader->Count({})->total, 5);
  ASSERT_TRUE((*Database::Open(path_))->Execute("DELETE FROM findings WHERE id = 'b'").ok());
  EXPECT_EQ(reader->Count({})->total, 4);
  EXPECT_EQ(reader->List({.text = "of b"}, {}, 10, 0)->size(), 0u);
  // An older state is written over it, as a restored copy does.
  ASSERT_TRUE((*Database::Open(path_))
                  ->Execute("UPDATE findings SET changed = 1; UPDATE findings SET state = 'new', "
                            "changed = 1; UPDATE marks SET value = 1 WHERE name = 'changed'")
                  .ok());
  EXPECT_EQ(reader->Count({.facets = {{"state", "fixed"}}})->total, 0);
}

TEST_F(ListingTest, AReaderCannotWriteAndSeesWhatOthersWrite) {
  auto reader = Store::OpenForReading(path_);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  EXPECT_FALSE(reader->SetState("a", "fixed").ok());
  EXPECT_FALSE(reader->KeepDocument("k", "n", "{}").ok());
  const int64_t mark = *reader->ChangeMark();
  EXPECT_EQ(*reader->ChangeMark(), mark);
  ASSERT_TRUE(store_->SetState("a", "fixed").ok());
  EXPECT_NE(*reader->ChangeMark(), mark);
  EXPECT_EQ(reader->Finding("a")->state, "fixed");
}

}  // namespace
}  // namespace assay::store::listing_test
