// Reports that were mined or imported, in one SQLite file.
//
// Writing a report again replaces it, unless what is there knows more (comments and fixes were
// fetched) and is as new; programs that came with either are kept. Many processes may write.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/issues/issue.h"

namespace assay::store {
class Database;
}

namespace assay::knowledge {

class IssueStore {
 public:
  static std::string DefaultPath();  // in the user's own folder

  // Makes the file and its folder when there is none.
  static Result<IssueStore> Open(const std::string& path);
  // An error when there is no file; it names the commands that make one.
  static Result<IssueStore> OpenExisting(const std::string& path);
  IssueStore(IssueStore&&) noexcept;
  IssueStore& operator=(IssueStore&&) noexcept;
  ~IssueStore();

  // `complete`: nothing is left to fetch for it. All or none.
  Status Put(const std::vector<Issue>& issues, bool complete);
  // Replaces what is known of reports that are there; whether they are complete stays. All or none.
  Status Update(const std::vector<Issue>& issues);
  // Whether it is there, complete, and not older than `updated`.
  Result<bool> Has(const std::string& repo, int64_t number, const std::string& updated) const;
  // By repository and number.
  Result<std::vector<Issue>> All() const;
  // `id`: "owner/name#7", or "#7" and "7" when only one repository has it.
  Result<Issue> Get(const std::string& id) const;

 private:
  explicit IssueStore(std::unique_ptr<store::Database> database);
  std::unique_ptr<store::Database> database_;
};

}  // namespace assay::knowledge
