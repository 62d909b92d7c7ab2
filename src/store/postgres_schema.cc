// A released version never changes; each entry brings a database from the version before to its
// own. The first is 5, the first schema that PostgreSQL was used with. Keys sort by bytes, as in
// SQLite. There are no foreign keys: findings of `assay check` belong to no campaign.
#include <algorithm>
#include <array>

#include "base/strings.h"
#include "store/schema.h"

namespace assay::store {
namespace {

constexpr int kFirst = 5;

// Several processes may come to a new database at once.
constexpr const char* kLock = "SELECT pg_advisory_xact_lock(7033127)";

#define ASSAY_NOW "DEFAULT to_char(clock_timestamp() AT TIME ZONE 'utc', 'YYYY-MM-DD HH24:MI:SS')"

constexpr std::array kPostgresVersions = {
    // 5: everything. `changed` is the number of the transaction that wrote a finding last: counting
    // up, as SQLite does, would make all writers wait for each other.
    R"(
CREATE TABLE checks (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time TEXT NOT NULL )" ASSAY_NOW R"(,
  model TEXT NOT NULL, model_hash TEXT NOT NULL, inputs TEXT NOT NULL,
  target TEXT NOT NULL, version TEXT NOT NULL, device TEXT NOT NULL,
  status TEXT NOT NULL, stage TEXT NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL,
  load_ms DOUBLE PRECISION NOT NULL, run_ms DOUBLE PRECISION NOT NULL,
  peak_mb DOUBLE PRECISION NOT NULL, details TEXT NOT NULL
);
CREATE INDEX checks_by_target ON checks (target, status);
CREATE TABLE campaigns (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started TEXT NOT NULL )" ASSAY_NOW R"(,
  config TEXT NOT NULL, tally TEXT NOT NULL, block BIGINT NOT NULL, state BYTEA NOT NULL,
  pipeline TEXT NOT NULL DEFAULT '',
  name TEXT COLLATE "C" NOT NULL DEFAULT '', lane BIGINT NOT NULL DEFAULT 0,
  agent TEXT NOT NULL DEFAULT '', lease_until BIGINT NOT NULL DEFAULT 0,
  steps BIGINT NOT NULL DEFAULT 0, cases BIGINT NOT NULL DEFAULT 0,
  counted BIGINT NOT NULL DEFAULT 0, done BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX campaigns_lanes ON campaigns (name, lane) WHERE name <> '';
CREATE TABLE reports (
  campaign BIGINT NOT NULL, case_index BIGINT NOT NULL, report BYTEA NOT NULL,
  PRIMARY KEY (campaign, case_index)
);
CREATE TABLE findings (
  id TEXT COLLATE "C" PRIMARY KEY,
  campaign BIGINT NOT NULL,
  target TEXT NOT NULL, version TEXT NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,
  stage TEXT NOT NULL, message TEXT NOT NULL, signature TEXT NOT NULL, state TEXT NOT NULL,
  count BIGINT NOT NULL, first_case BIGINT NOT NULL,
  first_seen TEXT NOT NULL )" ASSAY_NOW R"(,
  last_seen TEXT NOT NULL )" ASSAY_NOW R"(,
  realism DOUBLE PRECISION NOT NULL,
  grouping TEXT NOT NULL DEFAULT '', producer TEXT NOT NULL DEFAULT '',
  framework TEXT NOT NULL DEFAULT '', class TEXT NOT NULL DEFAULT '',
  severity BIGINT NOT NULL DEFAULT 0, title TEXT NOT NULL DEFAULT '',
  label TEXT NOT NULL DEFAULT '', known TEXT NOT NULL DEFAULT '',
  nodes BIGINT NOT NULL DEFAULT 0, stale BIGINT NOT NULL DEFAULT 1,
  changed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX findings_by_time ON findings (first_seen);
CREATE INDEX findings_stale ON findings (stale) WHERE stale > 0;
CREATE INDEX findings_changed ON findings (changed);
CREATE TABLE sightings (
  finding TEXT COLLATE "C" NOT NULL, campaign BIGINT NOT NULL, case_index BIGINT NOT NULL,
  recipe TEXT NOT NULL, message TEXT NOT NULL, realism DOUBLE PRECISION NOT NULL,
  nodes BIGINT NOT NULL, model BYTEA NOT NULL, inputs BYTEA NOT NULL,
  PRIMARY KEY (finding, campaign, case_index)
);
CREATE TABLE reductions (
  finding TEXT COLLATE "C" PRIMARY KEY,
  made TEXT NOT NULL )" ASSAY_NOW R"(,
  original_nodes BIGINT NOT NULL, nodes BIGINT NOT NULL, complete BIGINT NOT NULL,
  model BYTEA NOT NULL, inputs BYTEA NOT NULL
);
CREATE TABLE facts (
  finding TEXT COLLATE "C" NOT NULL, aspect TEXT COLLATE "C" NOT NULL,
  learnt TEXT NOT NULL )" ASSAY_NOW R"(,
  json TEXT NOT NULL,
  PRIMARY KEY (finding, aspect)
);
CREATE TABLE history (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  finding TEXT COLLATE "C" NOT NULL,
  time TEXT NOT NULL )" ASSAY_NOW R"(,
  target TEXT NOT NULL, version TEXT NOT NULL, event TEXT NOT NULL, message TEXT NOT NULL
);
CREATE INDEX history_by_finding ON history (finding, id);
CREATE TABLE marks (name TEXT PRIMARY KEY, value BIGINT NOT NULL);
INSERT INTO marks VALUES ('gone', 0);
CREATE FUNCTION finding_changed() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  new.changed := CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT);
  RETURN new;
END $body$;
CREATE TRIGGER finding_changed BEFORE INSERT OR UPDATE ON findings
  FOR EACH ROW EXECUTE FUNCTION finding_changed();
CREATE FUNCTION finding_gone() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  UPDATE marks SET value = value + 1 WHERE name = 'gone';
  RETURN NULL;
END $body$;
CREATE TRIGGER finding_gone AFTER DELETE ON findings
  FOR EACH STATEMENT EXECUTE FUNCTION finding_gone();
CREATE TABLE progress (
  campaign BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL,
  time TEXT NOT NULL )" ASSAY_NOW R"(,
  cases BIGINT NOT NULL, sample TEXT NOT NULL,
  PRIMARY KEY (campaign, seconds)
);
CREATE TABLE documents (
  kind TEXT NOT NULL, name TEXT COLLATE "C" NOT NULL,
  made TEXT NOT NULL )" ASSAY_NOW R"(,
  json TEXT NOT NULL,
  PRIMARY KEY (kind, name)
);
CREATE TABLE shared (
  name TEXT COLLATE "C" PRIMARY KEY,
  started TEXT NOT NULL )" ASSAY_NOW R"(,
  config TEXT NOT NULL, deadline BIGINT NOT NULL, cases BIGINT NOT NULL, findings BIGINT NOT NULL
);
CREATE TABLE agents (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, node TEXT NOT NULL,
  joined TEXT NOT NULL )" ASSAY_NOW R"(,
  seen BIGINT NOT NULL, ended TEXT NOT NULL
);
CREATE TABLE corpus (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL, lane BIGINT NOT NULL, hash TEXT NOT NULL, entry BYTEA NOT NULL,
  UNIQUE (name, hash)
);
CREATE TABLE claims (task TEXT PRIMARY KEY, agent TEXT NOT NULL, lease_until BIGINT NOT NULL);
)",
    // 6: what was seen belongs to a machine, '' where that is not known.
    R"(
ALTER TABLE sightings ADD COLUMN machine TEXT NOT NULL DEFAULT '';
ALTER TABLE sightings ADD COLUMN processor TEXT NOT NULL DEFAULT '';
ALTER TABLE history ADD COLUMN machine TEXT NOT NULL DEFAULT '';
CREATE TABLE seen_on (
  finding TEXT COLLATE "C" NOT NULL, machine TEXT COLLATE "C" NOT NULL,
  processor TEXT COLLATE "C" NOT NULL,
  since TEXT NOT NULL )" ASSAY_NOW R"(,
  PRIMARY KEY (finding, machine, processor)
);
)",
};

#undef ASSAY_NOW

constexpr int kNewestPostgres = kFirst + static_cast<int>(kPostgresVersions.size()) - 1;

Result<int64_t> Number(Engine& engine, const char* sql) {
  ASSAY_ASSIGN(const std::unique_ptr<Prepared> select, engine.Prepare(sql));
  if (select->Step() != StepResult::kRow) return engine.Problem("cannot be read");
  return select->Int(0);
}

// 0: there is no store.
Result<int> PostgresVersion(Engine& engine) {
  // Not to_regclass(): it may remember from before the lock that there is none.
  ASSAY_ASSIGN(const int64_t there,
               Number(engine,
                      "SELECT count(*) FROM pg_class WHERE relname = 'assay_schema' AND "
                      "pg_table_is_visible(oid)"));
  if (there == 0) return 0;
  ASSAY_ASSIGN(const int64_t version, Number(engine, "SELECT max(version) FROM assay_schema"));
  return static_cast<int>(version);
}

Result<std::string> Words(Engine& engine, const char* sql) {
  ASSAY_ASSIGN(const std::unique_ptr<Prepared> select, engine.Prepare(sql));
  if (select->Step() != StepResult::kRow) return engine.Problem("cannot be read");
  return std::string(select->View(0));
}

// Before the first table is made.
Status CheckIsFit(Engine& engine, const std::string& shown) {
  ASSAY_ASSIGN(const std::string encoding,
               Words(engine, "SELECT current_setting('server_encoding')"));
  // Messages of frameworks hold any letter, and one that does not fit would end a campaign.
  if (encoding != "UTF8" && encoding != "SQL_ASCII")
    return Invalid(StrCat(shown, ": its encoding is ", encoding,
                          ", which has not all letters; make one with: createdb --encoding=UTF8 "
                          "--template=template0 NAME"));
  ASSAY_ASSIGN(
      const std::string others,
      Words(engine,
            "SELECT coalesce(string_agg(CAST(relname AS TEXT), ', ' ORDER BY relname), '') FROM "
            "pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = "
            "current_schema()) AND relname IN ('checks', 'campaigns', 'reports', 'findings', "
            "'sightings', 'reductions', 'facts', 'history', 'marks', 'progress', 'documents', "
            "'shared', 'agents', 'corpus', 'claims', 'seen_on')"));
  if (others.empty()) return {};
  return Invalid(StrCat(shown, ": holds tables of another program (", others,
                        "), which are left as they are; make a database of its own: createdb "
                        "NAME"));
}

Status BringUpPostgres(Engine& engine, const std::string& shown) {
  ASSAY_RETURN_IF_ERROR(engine.Execute(kLock));
  ASSAY_ASSIGN(const int version, PostgresVersion(engine));
  ASSAY_RETURN_IF_ERROR(RefuseNewer(shown, version, kNewestPostgres));
  if (version == 0) {
    ASSAY_RETURN_IF_ERROR(CheckIsFit(engine, shown));
    ASSAY_RETURN_IF_ERROR(engine.Execute("CREATE TABLE assay_schema (version BIGINT NOT NULL)"));
  }
  for (int next = std::max(version + 1, kFirst); next <= kNewestPostgres; ++next) {
    ASSAY_RETURN_IF_ERROR(engine.Execute(kPostgresVersions[static_cast<size_t>(next - kFirst)]));
    ASSAY_RETURN_IF_ERROR(
        engine.Execute(StrCat("INSERT INTO assay_schema VALUES (", next, ")").c_str()));
  }
  return {};
}

}  // namespace

Status MigratePostgres(Engine& engine, const std::string& shown) {
  // Mostly there is nothing to do, and nobody needs to wait for a lock then.
  ASSAY_ASSIGN(const int version, PostgresVersion(engine));
  if (version == kNewestPostgres) return {};
  return Between(engine, [&] { return BringUpPostgres(engine, shown); });
}

Result<bool> HoldsPostgresStore(Engine& engine) {
  ASSAY_ASSIGN(const int version, PostgresVersion(engine));
  return version > 0;
}

Status CheckPostgres(Engine& engine, const std::string& shown) {
  ASSAY_ASSIGN(const int version, PostgresVersion(engine));
  if (version == 0)
    return Invalid(
        StrCat(shown, ": there is no store; `assay fuzz --store ", shown, "` makes one"));
  return RefuseOther(shown, version, kNewestPostgres);
}

}  // namespace assay::store
