#include "store/postgres_engine.h"

#include <postgresql/libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "store/address.h"
#include "store/postgres_copy.h"
#include "store/postgres_sql.h"
#include "store/schema.h"

namespace assay::store {
namespace {

// The first that is said counts.
constexpr std::pair<const char*, const char*> kRemedies[] = {
    {"permission denied for schema",
     "let the owner of the database say: GRANT USAGE, CREATE ON SCHEMA public TO that user"},
    {"permission denied for",
     "let whoever made the store say: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "
     "public TO that user (SELECT alone is enough to look at it)"},
    {"in a read-only transaction", "this is a copy that only can be read; name the server itself"},
    {"no password supplied", "set PGPASSWORD, or write it into ~/.pgpass (chmod 600)"},
    {"password authentication failed", "see PGPASSWORD, or ~/.pgpass (chmod 600)"},
    {"too many clients", "raise its max_connections: every agent and every dashboard takes some"},
    {"connection slots", "raise its max_connections: every agent and every dashboard takes some"},
};

// Goes behind the message `why` of the server or of libpq; "" where there is nothing to add.
std::string PostgresRemedy(std::string_view why) {
  const auto says = [&](const char* words) { return why.find(words) != std::string_view::npos; };
  if (says("FATAL:  database \"") && says("does not exist")) return "; make it with createdb";
  for (const auto& [words, remedy] : kRemedies)
    if (says(words)) return std::string("; ") + remedy;
  return "";
}

struct Parameter {
  const char* name;
  const char* value;
};

// An address may say otherwise.
constexpr Parameter kDefaults[] = {
    {"application_name", "assay"},
    {"connect_timeout", "5"},
    // A network that swallows everything is a lost one, in milliseconds.
    {"tcp_user_timeout", "15000"},
    // So is a server that has gone while an answer is waited for: nothing is under way then, and a
    // connection would seem to be there for two hours.
    {"keepalives_idle", "10"},
    {"keepalives_interval", "5"},
    {"keepalives_count", "3"},
};

// PQstatus tells whether it came about; PQfinish ends it either way.
PGconn* ConnectPostgres(const std::string& address) {
  constexpr size_t kCount = std::size(kDefaults);
  const char *names[kCount + 3] = {}, *values[kCount + 3] = {};
  for (size_t i = 0; i < kCount; ++i) {
    names[i] = kDefaults[i].name;
    values[i] = kDefaults[i].value;
  }
  names[kCount] = "dbname";
  values[kCount] = address.c_str();
  names[kCount + 1] = "client_encoding";  // the last one counts: texts are sent as that
  values[kCount + 1] = "UTF8";
  PGconn* connection = PQconnectdbParams(names, values, /*expand_dbname=*/1);
  PQsetNoticeProcessor(connection, [](void*, const char*) {}, nullptr);
  return connection;
}

// Whatever the database has as its default: agents that write at once wait for each other.
constexpr const char* kToWrite = "SET default_transaction_isolation = 'read committed'";
constexpr const char* kToRead =
    "SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = on";
constexpr Oid kBytes = 17;  // PostgreSQL's number of the type bytea

constexpr Dialect kPostgresDialect = {
    .begin = "BEGIN",
    .now = "CAST(extract(epoch FROM clock_timestamp()) AS BIGINT)",
    .since_started =
        "extract(epoch FROM (clock_timestamp() AT TIME ZONE 'utc') - "
        "to_timestamp(started, 'YYYY-MM-DD HH24:MI:SS')::timestamp)",
    .ago =
        "to_char((clock_timestamp() AT TIME ZONE 'utc') - make_interval(secs => "
        "CAST(? AS DOUBLE PRECISION)), 'YYYY-MM-DD HH24:MI:SS')",
    // Transactions that may still be under way are read again.
    .findings_mark =
        "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) - 1",
    .exact_mark = false,
    .change_mark = "SELECT hashtextextended(CAST(pg_current_snapshot() AS TEXT), 0)",
};

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Answer = std::unique_ptr<PGresult, Clear>;

class PostgresEngine;

class PostgresPrepared : public Prepared {
 public:
  PostgresPrepared(PostgresEngine& engine, std::string sql)
      : engine_(engine), sql_(std::move(sql)) {}

  void Bind(int place, int64_t value) override { Put(place, StrCat(value), 0); }
  void Bind(int place, double value) override { Put(place, PostgresNumber(value), 0); }
  void Bind(int place, std::string_view text) override { Put(place, PostgresText(text), 0); }
  void Bind(int place, Blob blob) override { Put(place, std::string(blob.bytes), 1); }

  StepResult Step() override;
  void Reset() override {
    answer_.reset();
    row_ = -1;
  }
  int64_t Int(int column) override {
    const std::string_view text = View(column);
    if (text == "t") return 1;
    int64_t out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
  }
  double Real(int column) override {
    return PQgetisnull(answer_.get(), row_, column)
               ? 0
               : strtod(PQgetvalue(answer_.get(), row_, column), nullptr);
  }
  std::string_view View(int column) override {
    const std::string_view text(PQgetvalue(answer_.get(), row_, column),
                                static_cast<size_t>(PQgetlength(answer_.get(), row_, column)));
    if (PQftype(answer_.get(), column) != kBytes) return text;
    bytes_[column] = FromHex(text);
    return bytes_[column];
  }

 private:
  void Put(int place, std::string value, int format) {
    const auto at = static_cast<size_t>(place);
    if (values_.size() <= at) {
      values_.resize(at + 1);
      formats_.resize(at + 1);
    }
    values_[at] = std::move(value);
    formats_[at] = format;
  }

  PostgresEngine& engine_;
  const std::string sql_;
  std::vector<std::string> values_;
  std::vector<int> formats_;
  Answer answer_;
  int row_ = -1;
  std::map<int, std::string> bytes_;  // of the row, by column
};

class PostgresEngine : public Engine {
 public:
  PostgresEngine(const std::string& address, bool reads_only)
      : address_(address), shown_(WithoutPassword(address)), reads_only_(reads_only) {}
  ~PostgresEngine() override { PQfinish(connection_); }

  Status Connect() {
    PQfinish(connection_);
    names_.clear();
    connection_ = ConnectPostgres(address_);
    if (PQstatus(connection_) != CONNECTION_OK) {
      Note();
      return Problem("cannot be reached");
    }
    return Execute(reads_only_ ? kToRead : kToWrite);
  }

  Status Execute(const char* sql) override {
    const std::string_view what = sql;
    if (what == kPostgresDialect.begin && lost()) ASSAY_RETURN_IF_ERROR(Connect());
    Answer answer(PQexec(connection_, sql));
    // That the connection broke while nothing was asked shows only now, and nothing is half done.
    if (what == kPostgresDialect.begin && lost()) {
      ASSAY_RETURN_IF_ERROR(Connect());
      answer.reset(PQexec(connection_, sql));
    }
    if (what == kPostgresDialect.begin) in_transaction_ = true;
    if (what == "COMMIT" || what == "ROLLBACK") in_transaction_ = false;
    // What failed before it is "committed" as a rollback.
    const bool undone = what == "COMMIT" && answer != nullptr && PQcmdStatus(answer.get()) != what;
    if (Good(answer.get()) && !undone) return {};
    Note();
    return Problem("cannot be used as a store");
  }

  Result<std::unique_ptr<Prepared>> Prepare(const char* sql) override {
    return std::unique_ptr<Prepared>(std::make_unique<PostgresPrepared>(*this, PostgresSql(sql)));
  }

  // Runs a statement; nothing when it failed.
  Answer Run(const std::string& sql, const std::vector<std::string>& values,
             const std::vector<int>& formats) {
    // Half a transaction on a new connection would be worse than none.
    if (lost() && (in_transaction_ || !Connect().ok())) return {};
    const auto [name, fresh] = names_.try_emplace(sql, StrCat("s", names_.size()));
    if (fresh) {
      const Answer made(PQprepare(connection_, name->second.c_str(), sql.c_str(), 0, nullptr));
      if (!Good(made.get())) {
        names_.erase(name);
        Note();
        return {};
      }
    }
    std::vector<const char*> pointers;
    std::vector<int> lengths;
    for (const std::string& value : values) {
      pointers.push_back(value.data());
      lengths.push_back(static_cast<int>(value.size()));
    }
    Answer answer(PQexecPrepared(connection_, name->second.c_str(), static_cast<int>(values.size()),
                                 pointers.data(), lengths.data(), formats.data(),
                                 /*resultFormat=*/0));
    if (!Good(answer.get())) {
      Note();
      return {};
    }
    const std::string_view count = PQcmdTuples(answer.get());
    changes_ = 0;
    std::from_chars(count.data(), count.data() + count.size(), changes_);
    return answer;
  }

  Result<bool> Copy(const BulkRows& rows) override {
    if (rows.rows() < kCopyFrom) return false;
    const CopySql sql = CopySqlOf(rows);
    ASSAY_RETURN_IF_ERROR(Execute(sql.make.c_str()));
    if (!SendCopy(connection_, sql.copy, CopyLines(rows))) {
      Note();
      return Problem("cannot be written");
    }
    // Emptied at once: more of the same kind may follow in this transaction.
    if (Run(sql.insert, {}, {}) == nullptr || Run(sql.clear, {}, {}) == nullptr)
      return Problem("cannot be written");
    return true;
  }

  int64_t changes() const override { return changes_; }
  Error Problem(const std::string& what) const override {
    return Invalid(
        StrCat(shown_, ": ", what, ": ", why_.empty() ? "no answer" : why_, PostgresRemedy(why_)));
  }
  bool lost() const override { return PQstatus(connection_) != CONNECTION_OK; }
  const Dialect& dialect() const override { return kPostgresDialect; }
  Result<bool> HoldsStore() override { return HoldsPostgresStore(*this); }
  Status Migrate() override { return MigratePostgres(*this, shown_); }
  Status CheckSchema() override { return CheckPostgres(*this, shown_); }

 private:
  static bool Good(const PGresult* answer) {
    const ExecStatusType status = PQresultStatus(answer);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  }
  // The first failure of a transaction is the one to tell: those behind it only follow from it.
  void Note() {
    std::string said = PQerrorMessage(connection_);
    if (said.find("current transaction is aborted") != std::string::npos) return;
    said.resize(std::min(said.find("\nLINE "), said.size()));  // our own SQL says nothing to others
    while (!said.empty() && said.back() == '\n') said.pop_back();
    std::ranges::replace(said, '\n', ' ');
    why_ = std::move(said);
  }

  const std::string address_, shown_;
  const bool reads_only_;
  PGconn* connection_ = nullptr;
  std::map<std::string, std::string> names_;  // of statements that this connection knows
  bool in_transaction_ = false;
  int64_t changes_ = 0;
  std::string why_;
};

StepResult PostgresPrepared::Step() {
  bytes_.clear();
  if (answer_ == nullptr) {
    answer_ = engine_.Run(sql_, values_, formats_);
    row_ = -1;
    if (answer_ == nullptr) return StepResult::kFailed;
  }
  return ++row_ < PQntuples(answer_.get()) ? StepResult::kRow : StepResult::kDone;
}

}  // namespace

Result<std::unique_ptr<Engine>> OpenPostgres(const std::string& address, bool reads_only) {
  auto engine = std::make_unique<PostgresEngine>(address, reads_only);
  ASSAY_RETURN_IF_ERROR(engine->Connect());
  return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace assay::store
