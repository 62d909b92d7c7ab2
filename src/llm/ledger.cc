#include "llm/ledger.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "store/read_rows.h"

namespace assay::llm {
namespace {

constexpr int kVersion = 2;
// From version 1.
constexpr const char* kUpgrade = R"(
ALTER TABLE answers ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 2;
)";
constexpr const char* kSchema = R"(
CREATE TABLE prompts (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  pipeline TEXT NOT NULL,
  name TEXT NOT NULL,
  request TEXT NOT NULL,
  queued INTEGER NOT NULL
);
CREATE TABLE answers (
  key TEXT PRIMARY KEY REFERENCES prompts (key),
  time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  text TEXT NOT NULL,
  finish TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  cost REAL NOT NULL,
  seconds REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE usage (
  pipeline TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  answers INTEGER NOT NULL DEFAULT 0,
  cached INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  retries INTEGER NOT NULL DEFAULT 0,
  repairs INTEGER NOT NULL DEFAULT 0,
  unpriced INTEGER NOT NULL DEFAULT 0,
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  completion_tokens INTEGER NOT NULL DEFAULT 0,
  cost REAL NOT NULL DEFAULT 0,
  seconds REAL NOT NULL DEFAULT 0,
  PRIMARY KEY (pipeline, provider, model)
) WITHOUT ROWID;
PRAGMA user_version = 1;
)";

Result<int64_t> VersionOf(const store::Database& database) {
  ASSAY_ASSIGN(store::Statement statement, database.Prepare("PRAGMA user_version"));
  if (!statement.Step()) return database.Problem("cannot be used as a ledger of prompts");
  return statement.Int();
}

Status Prepare(const store::Database& database) {
  return store::InTransaction(database, [&]() -> Status {
    ASSAY_ASSIGN(const int64_t version, VersionOf(database));
    if (version > kVersion)
      return Invalid(StrCat(database.path(), ": written by a newer assay (version ", version,
                            "); update, or choose another file with --llm-db"));
    if (version == kVersion) return {};
    if (version == 1) return database.Execute(kUpgrade);
    ASSAY_ASSIGN(store::Statement tables,
                 database.Prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table'"));
    if (tables.Step() && tables.Int() > 0)
      return Invalid(database.path() + ": holds something else than prompts and answers");
    ASSAY_RETURN_IF_ERROR(database.Execute(kSchema));
    return database.Execute(kUpgrade);
  });
}

Status InsertPrompt(const store::Database& database, const Queued& prompt, bool queued) {
  ASSAY_ASSIGN(store::Statement insert,
               database.Prepare("INSERT INTO prompts (key, pipeline, name, request, queued) "
                                "VALUES (?,?,?,?,?) ON CONFLICT (key) DO UPDATE SET "
                                "queued = max(queued, excluded.queued)"));
  insert.BindAll(prompt.key, prompt.pipeline, prompt.name, prompt.request, queued ? 1 : 0);
  if (!insert.Run()) return database.Problem("cannot be written");
  return {};
}

Queued ReadQueued(store::Statement& row) {
  Queued out;
  for (std::string* text : {&out.key, &out.pipeline, &out.name, &out.request}) *text = row.Text();
  return out;
}

constexpr double kPricedTokens = 1e6;  // prices are per million

bool IsThere(const std::string& path) {
  std::error_code failed;
  return !path.empty() && std::filesystem::is_regular_file(path, failed);
}

// As it stands within the JSON of a request, or of an answer that is JSON.
std::string Escaped(const std::string& text) {
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

Result<std::unique_ptr<Ledger>> Ledger::Open(const std::string& path) {
  std::error_code failed;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  if (failed) return Invalid(StrCat(folder.string(), ": cannot be made: ", failed.message()));
  ASSAY_ASSIGN(std::unique_ptr<store::Database> database, store::Database::Open(path));
  ASSAY_RETURN_IF_ERROR(Prepare(*database));
  return std::unique_ptr<Ledger>(new Ledger(std::move(database)));
}

Result<std::optional<Answer>> Ledger::Find(const std::string& key,
                                           const std::string& request) const {
  const std::lock_guard lock(mutex_);
  return FindLocked(key, request);
}

Result<std::optional<Answer>> Ledger::FindLocked(const std::string& key,
                                                 const std::string& request) const {
  ASSAY_ASSIGN(
      store::Statement select,
      database_->Prepare(
          "SELECT a.model, a.text, a.finish, a.prompt_tokens, a.completion_tokens, "
          "a.seconds, a.estimated, p.request FROM answers a JOIN prompts p ON p.key = a.key "
          "WHERE a.key = ?"));
  select.Bind(key);
  if (!select.Step()) {
    // What cannot be read would be asked and paid for again.
    if (select.failed()) return database_->Problem("cannot be read");
    return std::optional<Answer>();
  }
  Answer out;
  for (std::string* text : {&out.model, &out.text, &out.finish}) *text = select.Text();
  out.prompt_tokens = select.Int();
  out.completion_tokens = select.Int();
  out.seconds = select.Real();
  out.estimated = select.Int() != 0;
  ASSAY_CHECK(select.Text() == request) << "two prompts share the key " << key;
  out.cached = true;
  return std::optional<Answer>(std::move(out));
}

Result<Answer> Ledger::Record(const Prompt& prompt, const std::string& key,
                              const std::string& request, const Answer& answer, const Usage& used) {
  const std::lock_guard lock(mutex_);
  const Status written = store::InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(
        InsertPrompt(*database_, {key, prompt.pipeline, prompt.name, request}, false));
    ASSAY_ASSIGN(store::Statement insert,
                 database_->Prepare("INSERT OR IGNORE INTO answers (key, provider, model, text, "
                                    "finish, prompt_tokens, completion_tokens, cost, seconds, "
                                    "estimated) VALUES (?,?,?,?,?,?,?,?,?,?)"));
    insert.BindAll(key, used.provider, answer.model, answer.text, answer.finish,
                   answer.prompt_tokens, answer.completion_tokens, used.cost, answer.seconds,
                   answer.estimated ? 1 : 0);
    if (!insert.Run()) return database_->Problem("cannot be written");
    return CountLocked(used);
  });
  if (!written.ok()) return written.error();
  ASSAY_ASSIGN(std::optional<Answer> kept, FindLocked(key, request));
  if (!kept.has_value()) return database_->Problem("an answer is not there after it was written");
  kept->cached = false;
  return *std::move(kept);
}

Status Ledger::Count(const Usage& used) {
  const std::lock_guard lock(mutex_);
  return CountLocked(used);
}

Status Ledger::CountLocked(const Usage& used) {
  ASSAY_ASSIGN(
      store::Statement add,
      database_->Prepare(
          "INSERT INTO usage (pipeline, provider, model, answers, cached, failed, retries, "
          "repairs, unpriced, prompt_tokens, completion_tokens, cost, seconds, estimated) VALUES "
          "(?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET answers = answers + "
          "excluded.answers, cached = cached + excluded.cached, failed = failed + excluded.failed, "
          "retries = retries + excluded.retries, repairs = repairs + excluded.repairs, unpriced = "
          "unpriced + excluded.unpriced, prompt_tokens = prompt_tokens + excluded.prompt_tokens, "
          "completion_tokens = completion_tokens + excluded.completion_tokens, cost = cost + "
          "excluded.cost, seconds = seconds + excluded.seconds, estimated = estimated + "
          "excluded.estimated"));
  add.BindAll(used.pipeline, used.provider, used.model, used.answers, used.cached, used.failed,
              used.retries, used.repairs, used.unpriced, used.prompt_tokens, used.completion_tokens,
              used.cost, used.seconds, used.estimated);
  if (!add.Run()) return database_->Problem("cannot be written");
  return {};
}

Status Ledger::Enqueue(const std::vector<Queued>& prompts) {
  const std::lock_guard lock(mutex_);
  return store::InTransaction(*database_, [&]() -> Status {
    for (const Queued& prompt : prompts)
      ASSAY_RETURN_IF_ERROR(InsertPrompt(*database_, prompt, true));
    return {};
  });
}

Result<std::vector<Queued>> Ledger::Waiting(const std::string& pipeline) const {
  const std::lock_guard lock(mutex_);
  ASSAY_ASSIGN(
      store::Statement select,
      database_->Prepare("SELECT key, pipeline, name, request FROM prompts WHERE queued = 1 AND "
                         "(? = '' OR pipeline = ?) AND key NOT IN (SELECT key FROM answers) "
                         "ORDER BY id"));
  select.BindAll(pipeline, pipeline);
  return store::ReadRows<Queued>(*database_, select,
                                 [&](Queued& row) { row = ReadQueued(select); });
}

Result<std::optional<Queued>> Ledger::Known(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  ASSAY_ASSIGN(
      store::Statement select,
      database_->Prepare("SELECT key, pipeline, name, request FROM prompts WHERE key = ?"));
  select.Bind(key);
  return store::ReadRow<Queued>(*database_, select, [&](Queued& row) { row = ReadQueued(select); });
}

Result<std::vector<Usage>> Ledger::AllUsage() const {
  const std::lock_guard lock(mutex_);
  ASSAY_ASSIGN(store::Statement select,
               database_->Prepare("SELECT pipeline, provider, model, answers, cached, failed, "
                                  "retries, repairs, unpriced, prompt_tokens, completion_tokens, "
                                  "cost, seconds, estimated FROM usage ORDER BY pipeline, "
                                  "provider, model"));
  return store::ReadRows<Usage>(*database_, select, [&](Usage& row) {
    store::ReadColumns(select, row.pipeline, row.provider, row.model, row.answers, row.cached,
                       row.failed, row.retries, row.repairs, row.unpriced, row.prompt_tokens,
                       row.completion_tokens, row.cost, row.seconds, row.estimated);
  });
}

void AddAnswer(const Answer& answer, const std::map<std::string, Price>& prices, Usage& used) {
  used.answers += 1;
  used.prompt_tokens += answer.prompt_tokens;
  used.completion_tokens += answer.completion_tokens;
  used.seconds += answer.seconds;
  used.estimated += answer.estimated ? 1 : 0;
  if (used.provider == "local") return;
  const auto price = prices.find(used.model);
  if (price == prices.end()) {
    used.unpriced += 1;
    return;
  }
  used.cost += (static_cast<double>(answer.prompt_tokens) * price->second.input +
                static_cast<double>(answer.completion_tokens) * price->second.output) /
               kPricedTokens;
}

Result<std::vector<Exchange>> ExchangesAbout(const std::string& path, const std::string& pipeline,
                                             const std::string& text, int limit) {
  // Templates set programs between lines of their own.
  const size_t last = text.find_last_not_of(" \n");
  if (!IsThere(path) || last == std::string::npos) return std::vector<Exchange>();
  const std::string plain = text.substr(0, last + 1), escaped = Escaped(plain);
  ASSAY_ASSIGN(const auto database, store::Database::OpenForReading(path));
  ASSAY_ASSIGN(
      store::Statement select,
      database->Prepare(
          "SELECT a.time, p.pipeline, p.name, a.provider, a.model, p.request, a.text, a.finish, "
          "a.prompt_tokens, a.completion_tokens, a.cost, a.seconds FROM prompts p JOIN answers a "
          "ON a.key = p.key WHERE p.pipeline = ? AND (instr(p.request, ?) > 0 OR "
          "instr(a.text, ?) > 0 OR instr(a.text, ?) > 0) ORDER BY p.id DESC LIMIT ?"));
  select.BindAll(pipeline, escaped, escaped, plain, limit);
  return store::ReadRows<Exchange>(*database, select, [&](Exchange& one) {
    store::ReadColumns(select, one.time, one.pipeline, one.name, one.provider, one.model,
                       one.request, one.answer, one.finish, one.prompt_tokens,
                       one.completion_tokens, one.cost, one.seconds);
  });
}

Result<std::vector<Usage>> UsageIn(const std::string& path, const std::string& pipeline) {
  if (!IsThere(path)) return std::vector<Usage>();
  ASSAY_ASSIGN(const auto database, store::Database::OpenForReading(path));
  ASSAY_ASSIGN(
      store::Statement select,
      database->Prepare("SELECT pipeline, provider, model, answers, cached, failed, retries, "
                        "repairs, unpriced, prompt_tokens, completion_tokens, cost, seconds FROM "
                        "usage WHERE ?1 = '' OR pipeline = ?1 ORDER BY pipeline, provider, model"));
  select.Bind(pipeline);
  return store::ReadRows<Usage>(*database, select, [&](Usage& one) {
    store::ReadColumns(select, one.pipeline, one.provider, one.model, one.answers, one.cached,
                       one.failed, one.retries, one.repairs, one.unpriced, one.prompt_tokens,
                       one.completion_tokens, one.cost, one.seconds);
  });
}

}  // namespace assay::llm
