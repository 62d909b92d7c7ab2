#include "knowledge/issues/issue_store.h"

#include <algorithm>
#include <filesystem>

#include "base/folders.h"
#include "base/strings.h"
#include "store/address.h"
#include "store/database.h"

namespace assay::knowledge {
namespace {

// Tells this file from a store of findings: "ASIS" as a number.
constexpr int64_t kApplication = 0x41534953;
constexpr int64_t kSchema = 1;

constexpr const char* kTables = R"(
CREATE TABLE issues (
  repo TEXT NOT NULL,
  number INTEGER NOT NULL,
  updated TEXT NOT NULL,
  complete INTEGER NOT NULL,
  json BLOB NOT NULL,
  PRIMARY KEY (repo, number)
) WITHOUT ROWID;
)";

Result<int64_t> Pragma(const store::Database& database, const char* sql) {
  ASSAY_ASSIGN(store::Statement statement, database.Prepare(sql));
  if (!statement.Step()) return database.Problem("cannot be used as a store of issues");
  return statement.Int();
}

Status Prepare(const store::Database& database) {
  return store::InTransaction(database, [&]() -> Status {
    ASSAY_ASSIGN(const int64_t application, Pragma(database, "PRAGMA application_id"));
    ASSAY_ASSIGN(const int64_t version, Pragma(database, "PRAGMA user_version"));
    if (application == 0 && version == 0) {
      ASSAY_RETURN_IF_ERROR(database.Execute(kTables));
      return database.Execute(
          StrCat("PRAGMA application_id=", kApplication, "; PRAGMA user_version=", kSchema, ";")
              .c_str());
    }
    if (application != kApplication)
      return Invalid(
          StrCat(database.path(), ": is another kind of store; give --store a new file"));
    if (version > kSchema)
      return Invalid(StrCat(database.path(), ": was written by a newer assay; use that one"));
    return {};
  });
}

Result<Issue> FromRow(const std::string& text, const std::string& path) {
  return IssueFromJson(nlohmann::json::parse(text, nullptr, false), path);
}

// What is there of the same report, and whether it is complete.
struct Before {
  Issue issue;
  bool complete = false;
};

Result<std::optional<Before>> FindBefore(const store::Database& database, const Issue& issue) {
  ASSAY_ASSIGN(store::Statement select,
               database.Prepare("SELECT json, complete FROM issues WHERE repo = ? AND number = ?"));
  select.BindAll(std::string_view(issue.repo), issue.number);
  if (!select.Step()) {
    if (select.failed()) return database.Problem("cannot be read");
    return std::optional<Before>();
  }
  ASSAY_ASSIGN(Issue found, FromRow(select.Text(), database.path()));
  return std::optional<Before>({std::move(found), select.Int() != 0});
}

// Programs that came with one of them belong to both.
void AddPrograms(const Issue& from, Issue& to) {
  for (const std::string& program : from.programs)
    if (std::ranges::find(to.programs, program) == to.programs.end())
      to.programs.push_back(program);
}

Status PutOne(const store::Database& database, const Issue& issue, bool complete) {
  ASSAY_ASSIGN(const std::optional<Before> before, FindBefore(database, issue));
  Issue kept = issue;
  kept.complete = complete;
  if (before.has_value()) {
    const bool newer = issue.updated > before->issue.updated;
    const bool better = complete > before->complete ||
                        (complete == before->complete && issue.updated == before->issue.updated);
    if (!newer && !better) {
      kept = before->issue;
      kept.complete = before->complete;
    }
    AddPrograms(before->issue, kept);
    AddPrograms(issue, kept);
  }
  ASSAY_ASSIGN(store::Statement write,
               database.Prepare("INSERT OR REPLACE INTO issues (repo, number, updated, complete, "
                                "json) VALUES (?, ?, ?, ?, ?)"));
  const std::string json =
      ToJson(kept).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  write.BindAll(std::string_view(kept.repo), kept.number, std::string_view(kept.updated),
                kept.complete ? 1 : 0, store::Blob{json});
  if (!write.Run()) return database.Problem("cannot keep " + issue.id());
  return {};
}

Status CheckIsFile(const std::string& path) {
  if (!store::MeansDatabase(path)) return {};
  return Invalid(StrCat(store::WithoutPassword(path),
                        ": issues are kept in a SQLite file; name its path, or leave it out"));
}

}  // namespace

std::string IssueStore::DefaultPath() { return DataFolder() + "/issues.db"; }

IssueStore::IssueStore(std::unique_ptr<store::Database> database)
    : database_(std::move(database)) {}
IssueStore::IssueStore(IssueStore&&) noexcept = default;
IssueStore& IssueStore::operator=(IssueStore&&) noexcept = default;
IssueStore::~IssueStore() = default;

Result<IssueStore> IssueStore::Open(const std::string& path) {
  ASSAY_RETURN_IF_ERROR(CheckIsFile(path));
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error)
    return Invalid(StrCat("cannot make the folder ", folder.string(), ": ", error.message()));
  ASSAY_ASSIGN(auto database, store::Database::Open(path));
  ASSAY_RETURN_IF_ERROR(Prepare(*database));
  return IssueStore(std::move(database));
}

Result<IssueStore> IssueStore::OpenExisting(const std::string& path) {
  ASSAY_RETURN_IF_ERROR(CheckIsFile(path));
  if (!std::filesystem::exists(path))
    return Invalid(StrCat(path, ": no issues yet; `assay issues mine --repo owner/name` fetches ",
                          "some, `assay issues import FILE` reads a dump"));
  return Open(path);
}

Status IssueStore::Put(const std::vector<Issue>& issues, bool complete) {
  return store::InTransaction(*database_, [&]() -> Status {
    for (const Issue& issue : issues) ASSAY_RETURN_IF_ERROR(PutOne(*database_, issue, complete));
    return {};
  });
}

Status IssueStore::Update(const std::vector<Issue>& issues) {
  return store::InTransaction(*database_, [&]() -> Status {
    ASSAY_ASSIGN(store::Statement statement,
                 database_->Prepare("UPDATE issues SET json = ? WHERE repo = ? AND number = ?"));
    for (const Issue& issue : issues) {
      const std::string json =
          ToJson(issue).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      statement.BindAll(store::Blob{json}, std::string_view(issue.repo), issue.number);
      if (!statement.Run()) return database_->Problem("cannot keep " + issue.id());
    }
    return {};
  });
}

Result<bool> IssueStore::Has(const std::string& repo, int64_t number,
                             const std::string& updated) const {
  ASSAY_ASSIGN(store::Statement statement,
               database_->Prepare("SELECT COUNT(*) FROM issues WHERE repo = ? AND number = ? AND "
                                  "complete = 1 AND updated >= ?"));
  statement.BindAll(std::string_view(repo), number, std::string_view(updated));
  if (!statement.Step()) return database_->Problem("cannot be read");
  return statement.Int() > 0;
}

Result<std::vector<Issue>> IssueStore::All() const {
  ASSAY_ASSIGN(store::Statement statement,
               database_->Prepare("SELECT json FROM issues ORDER BY repo, number"));
  std::vector<Issue> out;
  while (statement.Step()) {
    ASSAY_ASSIGN(out.emplace_back(), FromRow(statement.Text(), database_->path()));
  }
  if (statement.failed()) return database_->Problem("cannot be read");
  return out;
}

Result<Issue> IssueStore::Get(const std::string& id) const {
  const size_t hash = id.find('#');
  const std::string repo = hash == std::string::npos ? "" : id.substr(0, hash);
  const std::string digits = hash == std::string::npos ? id : id.substr(hash + 1);
  char* end = nullptr;
  int64_t number = NumberOfWord(digits);
  if (number == 0) number = std::strtoll(digits.c_str(), &end, 10);
  if (digits.empty() || (end != nullptr && *end != '\0'))
    return Invalid(StrCat(id, ": an issue is named owner/name#number, or #number"));
  ASSAY_ASSIGN(store::Statement statement,
               database_->Prepare("SELECT json FROM issues WHERE number = ?1 AND "
                                  "(?2 = '' OR repo = ?2) ORDER BY repo"));
  statement.BindAll(number, std::string_view(repo));
  std::vector<Issue> found;
  while (statement.Step()) {
    ASSAY_ASSIGN(found.emplace_back(), FromRow(statement.Text(), database_->path()));
  }
  if (found.empty()) return Invalid(StrCat(id, ": not among the issues; `assay issues list`"));
  if (found.size() > 1) return Invalid(StrCat(id, ": ", found[0].id(), " or ", found[1].id(), "?"));
  return found.front();
}

}  // namespace assay::knowledge
