// Many rows at once: one by one in SQLite, by COPY in PostgreSQL.
#include <gtest/gtest.h>

#include <limits>

#include "store/engine.h"
#include "store/postgres_copy.h"
#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

TEST(Bulk, LinesOfCopyKeepEveryByte) {
  BulkRows rows;
  rows.table = "t";
  rows.columns = {"a", "b"};
  const std::string odd = "tab\there\\ and\nthere\r";
  rows.Add(int64_t{-5}, odd);
  rows.Add(0.1, Blob{std::string_view("\0\xff\\", 3)});
  EXPECT_EQ(CopyLines(rows),
            "-5\ttab\\there\\\\ and\\nthere\\r\n"
            "0.1\t\\\\x00ff5c\n");
}

TEST(Bulk, NumbersThatAreNoneAreWrittenAsPostgresReadsThem) {
  BulkRows rows;
  rows.table = "t";
  rows.columns = {"a", "b", "c"};
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  constexpr double kMost = std::numeric_limits<double>::infinity();
  rows.Add(-kNone, kMost, -kMost);
  EXPECT_EQ(CopyLines(rows), "NaN\tInfinity\t-Infinity\n");
}

TEST(Bulk, ManyRowsOfAllKindsComeBack) {
  const Place place("bulk");
  Store store = Store::Open(place.path()).value();
  CampaignStep step;
  std::string all(256, ' ');
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<char>(i);
  constexpr int kMany = 40;  // more than kCopyFrom
  for (int i = 0; i < kMany; ++i) {
    FindingRow finding;
    finding.id = StrCat("f", i);
    finding.message = "back\\slash\ttab\nline \\N é";
    finding.count = 1;
    finding.realism = 0.125;
    step.findings.push_back(finding);
    SightingRow sighting;
    sighting.finding = finding.id;
    sighting.case_index = i;
    sighting.model = all;
    step.sightings.push_back(sighting);
  }
  // Twice: what is there already adds up, and nothing is left over from the first time.
  for (int i = 0; i < 2; ++i) {
    const Status kept = store.AddFindings(step.findings, step.sightings);
    ASSERT_TRUE(kept.ok()) << kept.error().message;
  }
  ASSERT_EQ(store.Findings()->size(), static_cast<size_t>(kMany));
  for (const int i : {0, kMany - 1}) {
    const FindingRow row = *store.Finding(StrCat("f", i));
    EXPECT_EQ(row.count, 2);
    EXPECT_EQ(row.message, step.findings[0].message);
    EXPECT_EQ(row.realism, 0.125);
    const auto sightings = store.Sightings(row.id);
    ASSERT_EQ(sightings->size(), 1u);
    EXPECT_EQ((*sightings)[0].model, all);
  }
}

TEST(Bulk, CasesOfOneFindingAreOneRow) {
  const Place place("bulk_merged");
  Store store = Store::Open(place.path()).value();
  std::vector<FindingRow> rows(50);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].id = StrCat("f", i % 2);
    rows[i].count = 1;
    rows[i].first_case = static_cast<int64_t>(i);
    rows[i].state = i == 49 ? "confirmed" : "new";
    rows[i].realism = static_cast<double>(i);
  }
  ASSERT_TRUE(store.AddFindings(rows, {}).ok());
  const FindingRow f0 = *store.Finding("f0"), f1 = *store.Finding("f1");
  EXPECT_EQ(f0.count, 25);
  EXPECT_EQ(f0.state, "new");
  EXPECT_EQ(f1.count, 25);
  EXPECT_EQ(f1.first_case, 1);
  EXPECT_EQ(f1.state, "confirmed");
  EXPECT_EQ(f1.realism, 49);
}

TEST(Bulk, AFailureLeavesNothingAndTheStoreUsable) {
  const Place place("bulk_failed");
  Store store = Store::Open(place.path()).value();
  const auto database = Database::Open(place.path());
  ASSERT_TRUE((*database)->Execute("DROP TABLE sightings").ok());
  std::vector<FindingRow> findings(30);
  std::vector<SightingRow> sightings(30);
  for (size_t i = 0; i < findings.size(); ++i)
    findings[i].id = sightings[i].finding = StrCat("f", i);
  EXPECT_FALSE(store.AddFindings(findings, sightings).ok());
  EXPECT_EQ(store.Findings()->size(), 0u);
  ASSERT_TRUE(store.AddFindings(findings, {}).ok());
  EXPECT_EQ(store.Findings()->size(), 30u);
}

}  // namespace
}  // namespace assay::store
