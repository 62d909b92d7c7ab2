// assay issues mine: fetches reports of one repository.
#include "knowledge/issues/mine.h"

#include "base/files.h"
#include "cli/duration.h"
#include "cli/issues/common_flags.h"

namespace assay::cli::issues {
namespace {

struct MineFlags : CommonFlags {
  knowledge::MineRequest request;
  std::string out;
  std::string max_wait = "1h";
  bool no_links = false;
};

// One report per line, as `assay issues import` reads them.
Status Write(const knowledge::IssueStore& store, const std::vector<std::string>& ids,
             const std::string& path) {
  std::string text;
  for (const std::string& id : ids) {
    ASSAY_ASSIGN(const knowledge::Issue issue, store.Get(id));
    text +=
        knowledge::ToJson(issue).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
        "\n";
  }
  return WriteFile(path, text);
}

void PrintMine(const knowledge::Mined& mined, const MineFlags& flags) {
  if (flags.json) {
    PrintJson(With(ASSAY_FIELDS(mined, repo, listed, fetched, known, left_out, gone, requests),
                   {{"issues", mined.ids}, {"store", flags.path()}}));
    return;
  }
  std::cout << mined.listed << " reports listed, " << mined.fetched << " fetched, " << mined.known
            << " known already";
  if (mined.left_out > 0) std::cout << ", " << mined.left_out << " left out as not fixed";
  if (!mined.gone.empty()) std::cout << ", " << mined.gone.size() << " gone";
  std::cout << " (" << mined.requests << " requests); kept in " << flags.path() << "\n";
}

Result<int> RunMine(MineFlags flags) {
  ASSAY_ASSIGN(const auto max_wait, ParseDuration(flags.max_wait, "--max-wait"));
  ASSAY_ASSIGN(auto store, knowledge::IssueStore::Open(flags.path()));
  knowledge::GitHubOptions options = knowledge::DefaultGitHubOptions();
  options.max_wait_s = max_wait;
  options.announce = [](const std::string& text) { std::cerr << "assay: " << text << "\n"; };
  flags.request.follow_links = !flags.no_links;
  knowledge::GitHub github(std::move(options));
  Progress progress;
  ASSAY_ASSIGN(const auto mined,
               knowledge::Mine(github, store, flags.request,
                               [&](const std::string& text) { progress.Show(text); }));
  progress.Clear();
  for (const std::string& text : mined.gone) std::cerr << "assay: " << text << "\n";
  if (mined.repo != flags.request.repo)
    std::cerr << "assay: " << flags.request.repo << " is called " << mined.repo << " now\n";
  if (!flags.out.empty()) ASSAY_RETURN_IF_ERROR(Write(store, mined.ids, flags.out));
  PrintMine(mined, flags);
  return kDone;
}

}  // namespace

std::function<int()> SetupMine(App& app) {
  const auto flags = std::make_shared<MineFlags>();
  AddCommonFlags(app, *flags);
  AddFilterFlags(app, flags->request.filter);
  app.AddOption("--repo", flags->request.repo, "owner/name, such as pytorch/pytorch").Required();
  app.AddOption("--query", flags->request.query,
                "words and qualifiers of GitHub's search (default: all reports, by listing)");
  app.AddOption("--limit", flags->request.limit, "at most this many reports");
  app.AddOption("--out", flags->out, "also write them to this file, one JSON object per line");
  app.AddOption("--max-wait", flags->max_wait,
                "longest wait for rate limits in total (default: 1h)");
  app.AddFlag("--no-links", flags->no_links, "do not fetch linked gists and notebooks");
  return [flags] { return ExitCode(RunMine(*flags)); };
}

}  // namespace assay::cli::issues
