#include "optbug/read_snippets.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/issues/classify.h"
#include "knowledge/issues/issue_store.h"
#include "knowledge/issues/read.h"
#include "knowledge/pool/pool.h"
#include "knowledge/text.h"
#include "optbug/describe.h"
#include "program/parse/edit.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using knowledge::Issue;
using knowledge::PoolProgram;

constexpr uint64_t kMostProgramBytes = 1 << 20;  // nobody reports a longer one

// As the parser writes names: tensorflow.function for tf.function.
std::string FullName(const std::string& api) {
  return api.starts_with("tf.") ? "tensorflow" + api.substr(2) : api;
}

class SnippetReader {
 public:
  Status Pool(const std::string& folder) {
    ASSAY_ASSIGN(const std::vector<PoolProgram> programs, knowledge::LoadPool(folder));
    for (const PoolProgram& program : programs) {
      if (program.kind != "optimisation") continue;
      Snippet snippet{.id = program.id,
                      .framework = program.framework,
                      .environment = program.environment,
                      .origin = "pool",
                      .source = program.code};
      const bool reads = ReadStructure(snippet);
      // A setting of the whole program optimises too, but is no call on a model.
      if (snippet.optimisers.empty()) snippet.optimisers = {FullName(program.api)};
      DescribePool(program, snippet);
      const bool usable = reads || !snippet.parts.models.empty();
      Take(std::move(snippet), usable ? "" : "no Python");
    }
    return {};
  }

  Status Import(const std::string& path) {
    std::error_code failed;
    if (!fs::exists(path, failed))
      return Invalid(StrCat("--import ", path, ": no such file or folder"));
    bool reports = !fs::is_directory(path) && !path.ends_with(".py");
    std::vector<std::string> programs;
    if (path.ends_with(".py")) programs.push_back(path);
    if (fs::is_directory(path)) ASSAY_RETURN_IF_ERROR(Look(path, programs, reports));
    if (reports) {
      ASSAY_ASSIGN(const knowledge::Reading reading, knowledge::ReadIssues(path));
      for (const std::string& problem : reading.problems) out_.left_out.push_back(problem);
      for (const Issue& issue : reading.issues) Report(issue, "import");
    }
    for (const std::string& program : programs) File(program);
    if (!reports && programs.empty())
      return Invalid(StrCat("--import ", path, ": neither Python programs nor reports are there"));
    return {};
  }

  Status Issues(const std::string& path) {
    ASSAY_ASSIGN(const auto store, knowledge::IssueStore::OpenExisting(path));
    ASSAY_ASSIGN(const std::vector<Issue> issues, store.All());
    for (const Issue& issue : issues) Report(issue, "issues");
    return {};
  }

  Snippets Finish() {
    std::ranges::sort(out_.all, {}, &Snippet::id);
    return std::move(out_);
  }

 private:
  // What a folder holds: reports (JSON, or issue_<number> folders), or programs.
  static Status Look(const std::string& folder, std::vector<std::string>& programs, bool& reports) {
    std::error_code failed;
    for (auto it = fs::recursive_directory_iterator(folder, failed);
         !failed && it != fs::recursive_directory_iterator(); it.increment(failed)) {
      const std::string name = it->path().filename();
      const bool json = name.ends_with(".json") || name.ends_with(".jsonl");
      if (json || (it->is_directory() && name.starts_with("issue_"))) {
        reports = true;
        if (it->is_directory()) it.disable_recursion_pending();
      } else if (it->is_regular_file() && name.ends_with(".py")) {
        programs.push_back(it->path());
      }
    }
    if (failed) return Invalid(StrCat("--import ", folder, ": ", failed.message()));
    std::ranges::sort(programs);
    return {};
  }

  void File(const std::string& path) {
    Snippet snippet{.id = path, .origin = "import"};
    auto source = ReadFile(path, kMostProgramBytes);
    if (!source.ok()) {
      out_.left_out.push_back(source.error().message);
      return;
    }
    snippet.source = std::move(*source);
    const bool reads = ReadStructure(snippet);
    DescribeProgram(snippet);
    Take(std::move(snippet), reads ? "" : "no Python, or it optimises no model");
  }

  void Report(const Issue& issue, const std::string& origin) {
    const knowledge::Parts parts = knowledge::SplitIssue(issue);
    if (!knowledge::IsOptimisation(issue, parts)) return;
    const knowledge::Block* program = parts.program();
    Snippet snippet{
        .id = issue.id(), .framework = knowledge::FrameworkOfRepo(issue.repo), .origin = origin};
    if (program != nullptr) snippet.source = program->text;
    const bool reads = program != nullptr && ReadStructure(snippet);
    DescribeIssue(issue, parts, snippet);
    const char* why = program == nullptr ? "no program in it" : "its program optimises no model";
    Take(std::move(snippet), reads ? "" : why);
  }

  void Take(Snippet snippet, const std::string& problem) {
    if (!problem.empty()) {
      out_.left_out.push_back(StrCat(snippet.id, ": ", problem));
      return;
    }
    const std::string key = program::DedupKey(program::SyntaxTree::Parse(snippet.source));
    if (!ids_.insert(snippet.id).second || !programs_.insert(key).second) {
      out_.left_out.push_back(snippet.id + ": the same program as another");
      return;
    }
    out_.all.push_back(std::move(snippet));
  }

  Snippets out_;
  std::set<std::string> ids_, programs_;
};

}  // namespace

Result<Snippets> ReadSnippets(const SnippetSources& sources) {
  SnippetReader reader;
  if (!sources.pool.empty()) ASSAY_RETURN_IF_ERROR(reader.Pool(sources.pool));
  for (const std::string& path : sources.imported) ASSAY_RETURN_IF_ERROR(reader.Import(path));
  if (!sources.issues.empty()) ASSAY_RETURN_IF_ERROR(reader.Issues(sources.issues));
  return reader.Finish();
}

}  // namespace assay::optbug
