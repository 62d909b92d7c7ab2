// assay issues mine: fetches reports of one repository.
#include "knowledge/issues/mine.h"

#include "base/files.h"
#include "cli/duration.h"
#include "cli/issues/common_flags.h"
#include "knowledge/issues/gitee.h"
#include "knowledge/issues/presets.h"

namespace assay::cli::issues {
namespace {

struct MineFlags : CommonFlags {
  knowledge::MineRequest request;
  std::string out;
  std::string max_wait = "1h";
  std::string preset;   // "": none
  std::string tracker;  // "": the preset's, or GitHub
  bool no_links = false, whole = false;
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
  if (mined.left_out > 0) std::cout << ", " << mined.left_out << " left out";
  if (!mined.gone.empty()) std::cout << ", " << mined.gone.size() << " gone";
  std::cout << " (" << mined.requests << " requests); kept in " << flags.path() << "\n";
}

// Presets ask what developers labelled, for which a listing is enough.
Status Complete(MineFlags& flags) {
  if (!flags.preset.empty()) {
    ASSAY_RETURN_IF_ERROR(knowledge::ApplyPreset(flags.preset, flags.request));
    if (!flags.whole && !flags.request.filter.closed_fixed) flags.request.listing_only = true;
  }
  if (flags.tracker == "github") flags.request.tracker = knowledge::TrackerKind::kGitHub;
  if (flags.tracker == "gitee") flags.request.tracker = knowledge::TrackerKind::kGitee;
  if (!flags.tracker.empty() && flags.tracker != "github" && flags.tracker != "gitee")
    return Invalid(StrCat("--tracker ", flags.tracker, ": github or gitee"));
  if (flags.request.repo.empty())
    return Invalid("which reports? --repo owner/name, or --preset with the name of one");
  flags.request.follow_links = !flags.no_links;
  return {};
}

Result<int> RunMine(MineFlags flags) {
  ASSAY_ASSIGN(const auto max_wait, ParseDuration(flags.max_wait, "--max-wait"));
  ASSAY_RETURN_IF_ERROR(Complete(flags));
  ASSAY_ASSIGN(auto store, knowledge::IssueStore::Open(flags.path()));
  const bool gitee = flags.request.tracker == knowledge::TrackerKind::kGitee;
  knowledge::GitHubOptions options =
      gitee ? knowledge::DefaultGiteeOptions() : knowledge::DefaultGitHubOptions();
  options.max_wait_s = max_wait;
  options.announce = [](const std::string& text) { std::cerr << "assay: " << text << "\n"; };
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
  app.AddOption("--repo", flags->request.repo, "owner/name, such as pytorch/pytorch");
  std::vector<std::string_view> presets;
  for (const knowledge::PresetDef& preset : knowledge::AllPresets()) presets.push_back(preset.name);
  app.AddOption(
      "--preset", flags->preset,
      StrCat("the repository, labels and cut-off of the model-mutation study, by listing: ",
             Join(presets, ", ")));
  app.AddOption("--tracker", flags->tracker, "github or gitee (default: the preset's, or github)");
  app.AddOption("--one-of", flags->request.one_of,
                "only with one of these labels; may be given several times");
  app.AddFlag("--listing", flags->request.listing_only,
              "title, text and labels only: one request for a hundred reports");
  app.AddFlag("--whole", flags->whole, "with a preset: comments and fixes too");
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
