// Reads a whole database at once: a few small files per bug. Nothing in it is run, and nothing that
// is odd about one bug keeps the others from being read.
#include "bugs/database/database.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/database/folder.h"
#include "bugs/database/known_notes.h"
#include "bugs/database/table.h"
#include "bugs/database/text.h"
#include "lab/registry.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolderMark = "issue_", kTableMark = "bug_dataset_", kTableEnd = ".csv";
// A hundred times the largest that there is.
constexpr uint64_t kLargestTable = 64 << 20;

bool IsTable(const std::string& name) {
  return name.starts_with(kTableMark) && name.ends_with(kTableEnd) &&
         name.size() > kTableMark.size() + kTableEnd.size();
}

bool IsBugFolder(const std::string& name) {
  return name.starts_with(kFolderMark) && name.size() > kFolderMark.size();
}

// Looks for what is to be read, and leaves out, with a word on it, what could do harm.
class Surveyor {
 public:
  explicit Surveyor(Database& out) : out_(out) {}

  // Library to the ids of its folders; libraries that have a table only are there with none.
  std::map<std::string, std::vector<std::string>> Survey() {
    std::map<std::string, std::vector<std::string>> out;
    for (const std::string& name : NamesIn(out_.root)) {
      const std::string path = out_.root + "/" + name;
      if (IsTable(name) && Usable(path))
        out[name.substr(kTableMark.size(), name.size() - kTableMark.size() - kTableEnd.size())];
      if (name.starts_with('.') || !IsFolder(path)) continue;
      for (const std::string& inner : NamesIn(path))
        if (IsBugFolder(inner) && IsFolder(path + "/" + inner) && Usable(path + "/" + inner))
          out[name].push_back(inner.substr(kFolderMark.size()));
    }
    return out;
  }

 private:
  static std::vector<std::string> NamesIn(const std::string& folder) {
    std::vector<std::string> out;
    for (const fs::path& path : EntriesOf(folder)) out.push_back(path.filename());
    return out;
  }

  static bool IsFolder(const std::string& path) {
    std::error_code failed;
    return fs::is_directory(path, failed);
  }

  // Names are printed, and links decide what the sandbox may read.
  bool Usable(const std::string& path) {
    std::string bad;
    if (HasControls(path.substr(out_.root.size())))
      bad = "its name holds a control character";
    else if (!IsWithin(path, out_.root))
      bad = "is a link that leads out of the database";
    if (!bad.empty()) out_.oddities.push_back({path, 0, bad + ", so it is left out"});
    return bad.empty();
  }

  Database& out_;
};

class Library {
 public:
  Library(std::string root, std::string name, Database& out)
      : root_(std::move(root)), name_(std::move(name)), out_(out) {}

  void Read(const std::vector<std::string>& ids) {
    ReadRows();
    for (const std::string& id : ids) AddFolder(id);
    for (BugRow& row : rows_) AddRow(std::move(row));
    std::ranges::sort(bugs_, [](const Bug& a, const Bug& b) { return IdBefore(a.id, b.id); });
    std::move(bugs_.begin(), bugs_.end(), std::back_inserter(out_.bugs));
  }

 private:
  void Tell(int line, const std::string& what) { out_.oddities.push_back({table_, line, what}); }

  void ReadRows() {
    table_ = StrCat(root_, "/", kTableMark, name_, kTableEnd);
    std::error_code failed;
    if (!fs::exists(table_, failed)) return Tell(0, "is missing, so nothing is known of its bugs");
    const auto text = ReadFile(table_, kLargestTable);
    if (!text.ok()) return Tell(0, text.error().message);
    std::set<std::string> seen;
    for (BugRow& row : ReadTable(*text, table_, out_.oddities)) {
      if (seen.insert(row.issue).second)
        rows_.push_back(std::move(row));
      else
        Tell(row.line, row.issue + " is there twice; the first row counts");
    }
  }

  void AddFolder(const std::string& id) {
    bugs_.push_back(
        ReadFolder(name_, id, StrCat(root_, "/", name_, "/", kFolderMark, id), out_.oddities));
    Bug& bug = bugs_.back();
    const auto row =
        std::ranges::find_if(rows_, [&](const BugRow& one) { return one.issue == id; });
    if (row == rows_.end()) {
      if (!rows_.empty()) out_.oddities.push_back({bug.folder, 0, "has no row in " + table_});
      return;
    }
    bug.row = std::move(*row);
    rows_.erase(row);
    if (Lower(bug.row->device).find("gpu") != std::string::npos) DecideGpu(bug, {});
    if (Lower(bug.row->reproduced) != "yes")
      Tell(bug.row->line, StrCat(id, " has a folder, but is not marked as reproduced: '",
                                 bug.row->reproduced, "'"));
  }

  void AddRow(BugRow row) {
    if (Lower(row.reproduced) == "yes")
      Tell(row.line, row.issue + " is marked as reproduced, but has no folder");
    Bug bug{.library = name_, .id = row.issue};
    bug.row = std::move(row);
    DecideGpu(bug, {});
    bugs_.push_back(std::move(bug));
  }

  std::string root_, name_, table_;
  Database& out_;
  std::vector<BugRow> rows_;
  std::vector<Bug> bugs_;
};

// "101", "issue_101", "#101".
std::string BareId(std::string id) {
  if (id.starts_with(kFolderMark)) id.erase(0, kFolderMark.size());
  if (id.starts_with('#')) id.erase(0, 1);
  return id;
}

std::string DidYouMean(const std::string& word, const std::vector<std::string>& known) {
  std::vector<std::string> near;
  for (const std::string& one : known)
    if (one.starts_with(word) || EditDistance(one, word) <= 1) near.push_back(one);
  constexpr size_t kMostNamed = 5;
  if (near.size() > kMostNamed) near.resize(kMostNamed);
  return near.empty() ? "" : StrCat("; near it: ", Join(near, ", "));
}

}  // namespace

std::vector<const Bug*> Database::Of(const std::string& library) const {
  std::vector<const Bug*> out;
  for (const Bug& bug : bugs)
    if (bug.has_folder() && bug.library == library) out.push_back(&bug);
  return out;
}

Result<const Bug*> Database::Find(const std::string& library, const std::string& id) const {
  if (std::ranges::find(libraries, library) == libraries.end())
    return Invalid(StrCat("there is no library '", library, "' in ", root, "; it has ",
                          Join(libraries, ", ")));
  const std::string bare = BareId(id);
  std::vector<std::string> known;
  const Bug* row_only = nullptr;
  for (const Bug& bug : bugs) {
    if (bug.library != library) continue;
    if (bug.id == bare && bug.has_folder()) return &bug;
    if (bug.id == bare) row_only = &bug;
    if (bug.has_folder()) known.push_back(bug.id);
  }
  if (row_only != nullptr)
    return Invalid(StrCat(library, " ", bare, " is only a row of bug_dataset_", library,
                          ".csv (line ", row_only->row->line, "): there is no folder ", library,
                          "/issue_", bare));
  return Invalid(StrCat("there is no bug '", bare, "' of ", library, " in ", root,
                        DidYouMean(bare, known), "; `assay bugs list-tests -l ", library,
                        "` lists all"));
}

Result<Database> ReadDatabase(const std::string& root) {
  Database out;
  std::error_code failed;
  const std::string chosen = root.empty() ? lab::HomeFolder() + "/bugs/own" : root;
  const fs::path real = fs::canonical(chosen, failed);
  if (failed || !fs::is_directory(real, failed))
    return Invalid(StrCat("there is no folder ", chosen,
                          "; --db names a checkout of BugsInDLLs or a folder in its layout"));
  out.root = real;
  for (const auto& [library, ids] : Surveyor(out).Survey()) {
    out.libraries.push_back(library);
    Library(out.root, library, out).Read(ids);
  }
  AddKnownNotes(out);
  if (out.libraries.empty() && !out.oddities.empty())
    return Invalid(StrCat(out.oddities[0].file, ": ", out.oddities[0].what, "; nothing else in ",
                          chosen, " is a bug"));
  if (out.libraries.empty())
    return Invalid(StrCat(chosen,
                          " is not a database of bugs: it holds neither <library>/issue_<id> ",
                          "folders nor bug_dataset_<library>.csv tables"));
  return out;
}

}  // namespace assay::bugs
