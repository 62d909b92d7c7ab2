// The schema, version by version. A released version never changes; each entry brings a file from
// the version before to its own.
#include <array>

#include "base/strings.h"
#include "store/database.h"

namespace assay::store {
namespace {

constexpr std::array kVersions = {
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
};

constexpr int kNewest = static_cast<int>(kVersions.size());

Result<int> Version(const Database& database) {
  ASSAY_ASSIGN(Statement statement, database.Prepare("PRAGMA user_version"));
  if (!statement.Step()) return database.Problem("cannot be used as a store");
  return static_cast<int>(statement.Int());
}

}  // namespace

Status CheckSchema(const Database& database) {
  ASSAY_ASSIGN(const int version, Version(database));
  if (version == kNewest) return {};
  return Invalid(StrCat(database.path(), ": has schema ", version, ", this assay reads ", kNewest,
                        version < kNewest ? "; `assay findings list` brings it up to date"
                                          : "; it was written by a newer assay, use that one"));
}

Status Migrate(const Database& database) {
  return InTransaction(database, [&]() -> Status {
    ASSAY_ASSIGN(const int version, Version(database));
    if (version > kNewest)
      return Invalid(StrCat(database.path(), ": was written by a newer assay (schema ", version,
                            ", this one knows ", kNewest, "); use that one, or another --store"));
    for (int next = version; next < kNewest; ++next)
      ASSAY_RETURN_IF_ERROR(database.Execute(
          StrCat(kVersions[static_cast<size_t>(next)], "PRAGMA user_version=", next + 1, ";")
              .c_str()));
    return {};
  });
}

}  // namespace assay::store
