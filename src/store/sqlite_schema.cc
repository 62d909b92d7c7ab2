// A released version never changes; each entry brings a file from the version before to its own.
#include <array>

#include "base/strings.h"
#include "store/schema.h"

namespace assay::store {
namespace {

constexpr std::array kSqliteVersions = {
    // 1: results of `assay check`.
    R"(
CREATE TABLE checks (
  id INTEGER PRIMARY KEY,
  time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  model TEXT NOT NULL,
  model_hash TEXT NOT NULL,
  inputs TEXT NOT NULL,
  target TEXT NOT NULL,
  version TEXT NOT NULL,
  device TEXT NOT NULL,
  status TEXT NOT NULL,
  stage TEXT NOT NULL,
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  load_ms REAL NOT NULL,
  run_ms REAL NOT NULL,
  peak_mb REAL NOT NULL,
  details TEXT NOT NULL
);
CREATE INDEX checks_by_target ON checks (target, status);
)",
    // 2: campaigns of `assay fuzz`. Uninteresting cases leave no row: `tally` counts them,
    // `reports`
    // holds what the search has not yet taken in.
    R"(
CREATE TABLE campaigns (
  id INTEGER PRIMARY KEY,
  started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  config TEXT NOT NULL,
  tally TEXT NOT NULL,
  block INTEGER NOT NULL,
  state BLOB NOT NULL
);
CREATE TABLE reports (
  campaign INTEGER NOT NULL REFERENCES campaigns (id),
  case_index INTEGER NOT NULL,
  report BLOB NOT NULL,
  PRIMARY KEY (campaign, case_index)
) WITHOUT ROWID;
CREATE TABLE findings (
  id TEXT PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaigns (id),
  target TEXT NOT NULL,
  version TEXT NOT NULL,
  device TEXT NOT NULL,
  kind TEXT NOT NULL,
  stage TEXT NOT NULL,
  message TEXT NOT NULL,
  signature TEXT NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  first_case INTEGER NOT NULL,
  first_seen TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  realism REAL NOT NULL
);
CREATE TABLE sightings (
  finding TEXT NOT NULL REFERENCES findings (id),
  campaign INTEGER NOT NULL REFERENCES campaigns (id),
  case_index INTEGER NOT NULL,
  recipe TEXT NOT NULL,
  message TEXT NOT NULL,
  realism REAL NOT NULL,
  nodes INTEGER NOT NULL,
  model BLOB NOT NULL,
  inputs BLOB NOT NULL,
  PRIMARY KEY (finding, campaign, case_index)
) WITHOUT ROWID;
)",
    // 3: what becomes of findings. `facts` holds what was learnt of one, aspect by aspect, as JSON;
    // `grouping` is what several findings of one bug share. Findings of campaign 0 come from `assay
    // check`.
    R"(
ALTER TABLE findings ADD COLUMN grouping TEXT NOT NULL DEFAULT '';
CREATE TABLE reductions (
  finding TEXT PRIMARY KEY REFERENCES findings (id),
  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  original_nodes INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  complete INTEGER NOT NULL,
  model BLOB NOT NULL,
  inputs BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE facts (
  finding TEXT NOT NULL REFERENCES findings (id),
  aspect TEXT NOT NULL,
  learnt TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  json TEXT NOT NULL,
  PRIMARY KEY (finding, aspect)
) WITHOUT ROWID;
CREATE TABLE history (
  id INTEGER PRIMARY KEY,
  finding TEXT NOT NULL REFERENCES findings (id),
  time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  target TEXT NOT NULL,
  version TEXT NOT NULL,
  event TEXT NOT NULL,
  message TEXT NOT NULL
);
CREATE INDEX history_by_finding ON history (finding, id);
)",
    // 4: for the dashboard. What lists show, filter and sort by are columns of findings, all of
    // them
    // in one index, so that no list reads the long texts of findings that it does not show. `stale`
    // counts the changes that a digest has not seen. `changed` grows with every change of any
    // finding, so that who has read them all reads only what is new. `progress` holds samples of
    // campaigns.
    R"(
ALTER TABLE findings ADD COLUMN producer TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN framework TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN class TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN severity INTEGER NOT NULL DEFAULT 0;
ALTER TABLE findings ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN known TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN nodes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE findings ADD COLUMN stale INTEGER NOT NULL DEFAULT 1;
UPDATE findings SET
  framework = substr(target, 1, instr(replace(target, '@', ':') || ':', ':') - 1),
  producer = CASE
    WHEN EXISTS (SELECT 1 FROM facts WHERE finding = id AND aspect = 'program') THEN stage
    WHEN campaign = 0 THEN 'check' ELSE 'fuzz' END,
  label = coalesce((SELECT CASE WHEN json_valid(json) THEN json_extract(json, '$.label') END
                    FROM facts WHERE finding = id AND aspect = 'label'), ''),
  known = coalesce((SELECT CASE WHEN json_valid(json) THEN json_extract(json, '$.id') END
                    FROM facts WHERE finding = id AND aspect = 'known'), '');
CREATE INDEX findings_listed ON findings (producer, framework, target, version, kind, state, class,
  label, campaign, grouping, severity, realism, count, nodes, first_seen, id);
CREATE INDEX findings_by_time ON findings (first_seen);
CREATE INDEX findings_stale ON findings (stale) WHERE stale > 0;
CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO marks VALUES ('changed', 0), ('gone', 0);
ALTER TABLE findings ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX findings_changed ON findings (changed);
CREATE TRIGGER finding_added AFTER INSERT ON findings BEGIN
  UPDATE marks SET value = value + 1 WHERE name = 'changed';
  UPDATE findings SET changed = (SELECT value FROM marks WHERE name = 'changed')
    WHERE rowid = new.rowid;
END;
CREATE TRIGGER finding_changed AFTER UPDATE ON findings WHEN old.changed = new.changed BEGIN
  UPDATE marks SET value = value + 1 WHERE name = 'changed';
  UPDATE findings SET changed = (SELECT value FROM marks WHERE name = 'changed')
    WHERE rowid = new.rowid;
END;
CREATE TRIGGER finding_gone AFTER DELETE ON findings BEGIN
  UPDATE marks SET value = value + 1 WHERE name = 'gone';
END;
CREATE TABLE progress (
  campaign INTEGER NOT NULL REFERENCES campaigns (id),
  seconds REAL NOT NULL,
  time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  cases INTEGER NOT NULL,
  sample TEXT NOT NULL,
  PRIMARY KEY (campaign, seconds)
) WITHOUT ROWID;
CREATE TABLE documents (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  json TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) WITHOUT ROWID;
)",
    // 5: campaigns that several agents share. Each works on a lane of its own, a row of campaigns
    // with the shared name; `agent` holds it until `lease_until`. `steps` counts what was written
    // of a lane, so that nothing is written twice; `counted` cases must be as many as are `done`.
    // `shared` holds what all of them have in common,
    // `corpus` the cases that they show each other.
    R"(
ALTER TABLE campaigns ADD COLUMN pipeline TEXT NOT NULL DEFAULT '';
ALTER TABLE campaigns ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE campaigns ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE campaigns ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN cases INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
UPDATE campaigns SET pipeline =
  coalesce(CASE WHEN json_valid(config) THEN json_extract(config, '$.pipeline') END, '');
CREATE UNIQUE INDEX campaigns_lanes ON campaigns (name, lane) WHERE name <> '';
CREATE TABLE shared (
  name TEXT PRIMARY KEY,
  started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  config TEXT NOT NULL,
  deadline INTEGER NOT NULL,
  cases INTEGER NOT NULL,
  findings INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE agents (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  node TEXT NOT NULL,
  joined TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  seen INTEGER NOT NULL,
  ended TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE corpus (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  lane INTEGER NOT NULL,
  hash TEXT NOT NULL,
  entry BLOB NOT NULL,
  UNIQUE (name, hash)
);
CREATE TABLE claims (
  task TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  lease_until INTEGER NOT NULL
) WITHOUT ROWID;
)",
    // 6: what was seen belongs to a machine: its architecture and processor, '' where that is not
    // known, as of everything before. `seen_on` names the machines of all cases of a finding, kept
    // or not.
    R"(
ALTER TABLE sightings ADD COLUMN machine TEXT NOT NULL DEFAULT '';
ALTER TABLE sightings ADD COLUMN processor TEXT NOT NULL DEFAULT '';
ALTER TABLE history ADD COLUMN machine TEXT NOT NULL DEFAULT '';
CREATE TABLE seen_on (
  finding TEXT NOT NULL REFERENCES findings (id),
  machine TEXT NOT NULL,
  processor TEXT NOT NULL,
  since TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (finding, machine, processor)
) WITHOUT ROWID;
)",
};

constexpr int kNewestSqlite = static_cast<int>(kSqliteVersions.size());

Result<int> SqliteVersion(Engine& engine) {
  ASSAY_ASSIGN(const std::unique_ptr<Prepared> select, engine.Prepare("PRAGMA user_version"));
  if (select->Step() != StepResult::kRow) return engine.Problem("cannot be used as a store");
  return static_cast<int>(select->Int(0));
}

Status BringUpSqlite(Engine& engine, const std::string& path) {
  ASSAY_ASSIGN(const int version, SqliteVersion(engine));
  ASSAY_RETURN_IF_ERROR(RefuseNewer(path, version, kNewestSqlite));
  for (int next = version; next < kNewestSqlite; ++next)
    ASSAY_RETURN_IF_ERROR(engine.Execute(
        StrCat(kSqliteVersions[static_cast<size_t>(next)], "PRAGMA user_version=", next + 1, ";")
            .c_str()));
  return {};
}

}  // namespace

Status CheckSqlite(Engine& engine, const std::string& path) {
  ASSAY_ASSIGN(const int version, SqliteVersion(engine));
  return RefuseOther(path, version, kNewestSqlite);
}

Status MigrateSqlite(Engine& engine, const std::string& path) {
  return Between(engine, [&] { return BringUpSqlite(engine, path); });
}

}  // namespace assay::store
