// assay locate: where a finding comes from, as far as runs can tell.
#include <unistd.h>

#include <optional>
#include <set>

#include "cli/command.h"
#include "cli/duration.h"
#include "cli/findings/finding_flags.h"
#include "cli/table.h"
#include "lab/registry.h"
#include "life/claim.h"
#include "life/locate.h"
#include "store/rows.h"

namespace assay::cli {
namespace {

namespace locate = triage::locate;

void PrintRows(const nlohmann::json& rows, const char* first) {
  Table table({first, "status", "shows it"});
  for (const auto& row : rows) {
    const bool shows = row.value("shows", false);
    table.AddRow({row.value(first, ""), row.value("status", ""), shows ? "yes" : "no"},
                 {{2, shows ? Tone::kBad : Tone::kDim}});
  }
  table.Print(std::cout, StdoutIsTerminal());
}

// What `assay locate` has found out, for people.
void PrintLocation(const store::FindingRow& row, const lab::Target& target,
                   const nlohmann::json& location) {
  std::cout << row.id << ": " << target.name << " " << target.version << ", " << row.kind << "\n";
  if (location.contains("first_wrong")) {
    const auto& place = location["first_wrong"];
    if (place.value("tensor", "").empty())
      std::cout << "  place      " << place.value("how", "") << "\n";
    else
      std::cout << "  place      '" << place.value("tensor", "") << "', made by node "
                << place.value("node", 0) << " (" << place.value("op", "") << ")\n"
                << "             how: " << place.value("how", "") << "\n";
  }
  if (location.contains("mode_summary"))
    std::cout << "  mode       " << location.value("mode_summary", "") << "\n";
  if (location.contains("optimiser_how"))
    std::cout << "  optimiser  " << location.value("optimiser_how", "") << "\n";
  if (location.contains("versions"))
    std::cout << "  versions   " << location["versions"].value("summary", "") << "\n";
  if (location.contains("modes")) PrintRows(location["modes"], "target");
  if (location.contains("versions")) PrintRows(location["versions"]["tried"], "version");
}

struct LocateFlags : findings::FindingFlags {
  std::set<std::string> questions;  // by name; empty: those that are asked by default
  std::string versions;
  bool yes = false;
  double seconds = 300;
  bool all = false;
  std::string time = "10m";
};

bool Wanted(const LocateFlags& flags, const locate::Question& question) {
  return flags.questions.empty() ? question.by_default
                                 : flags.questions.contains(std::string(question.name));
}

// Whether the user wants what costs so much; whoever cannot be asked does not.
bool AskUser(const std::string& cost) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) return false;
  std::cerr << "assay: " << cost << ". Continue? [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

locate::VersionWish WishOf(const LocateFlags& flags) {
  locate::VersionWish wish{.list = {}, .backend_dirs = flags.backend_dirs};
  if (!flags.versions.empty()) wish.list = Split(flags.versions, ',');
  if (!flags.yes) wish.agree = AskUser;
  wish.tell = [](const std::string& text) { std::cerr << "assay: " << text << "\n"; };
  return wish;
}

life::LocateOptions OptionsOf(const LocateFlags& flags, Progress& progress) {
  life::LocateOptions out;
  out.backend_dirs = flags.backend_dirs;
  out.seconds = flags.seconds;
  out.wanted = [&flags](const locate::Question& question) { return Wanted(flags, question); };
  out.versions = [&flags, &progress] {
    progress.Clear();  // it may ask
    return WishOf(flags);
  };
  out.tell = [&progress](const std::string& text) { progress.Show("locate: " + text); };
  return out;
}

Result<int> LocateOne(const LocateFlags& flags, store::Store& store, const store::FindingRow& row) {
  Progress progress;
  ASSAY_ASSIGN(auto located, life::LocateFinding(store, row, OptionsOf(flags, progress)));
  progress.Clear();
  if (flags.json) {
    located.location["id"] = row.id;
    PrintJson(located.location);
  } else {
    PrintLocation(row, located.target, located.location);
  }
  ASSAY_RETURN_IF_ERROR(located.stopped_by);
  return kDone;
}

Result<int> RunAll(const LocateFlags& flags, store::Store& store) {
  ASSAY_ASSIGN(const auto seconds, ParseDuration(flags.time, "--time"));
  Progress progress;
  ASSAY_ASSIGN(const auto done, life::LocateAll(store, OptionsOf(flags, progress), seconds));
  progress.Clear();
  if (flags.json) return PrintJson(ASSAY_FIELDS(done, worked_on, elsewhere, left, problems));
  for (const std::string& problem : done.problems) std::cout << "  " << problem << "\n";
  std::cout << done.worked_on << " findings were worked on, " << done.elsewhere
            << " by other processes, " << done.left << " are left\n";
  return kDone;
}

Result<int> RunLocate(const LocateFlags& flags) {
  if (flags.all != flags.id.empty())
    return Invalid(flags.all ? "locate: name one finding or say --all, not both"
                             : "locate: name a finding, or say --all");
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  if (flags.all) return RunAll(flags, store);
  ASSAY_ASSIGN(const auto row, store.Finding(flags.id));
  const life::Claim claim(store, life::LocateTask(row.id), life::MostSeconds(flags.seconds));
  findings::TellOfOthers(claim, row.id);
  return LocateOne(flags, store, row);
}

}  // namespace

std::function<int()> SetupLocate(App& app) {
  const auto flags = std::make_shared<LocateFlags>();
  app.AddOption("id", flags->id, "the finding");
  findings::AddFindingFlags(app, *flags, false);
  app.AddFlag(
      "--all", flags->all,
      "all confirmed and reduced findings that are not located yet; others may do the same");
  app.AddOption("--time", flags->time, "with --all, at most this long (default: 10m)");
  std::optional<Argument> versions;
  for (const locate::Question& question : locate::AllQuestions()) {
    const std::string name(question.name);
    if (name == "versions") {
      versions = app.AddOption("--versions", flags->versions,
                               "the range of released versions that show it; V,V,…: only these")
                     .Expect(0, 1);
      continue;
    }
    app.AddFlag(
        "--" + name, [flags, name] { flags->questions.insert(name); }, std::string(question.help));
  }
  app.AddFlag("--yes", flags->yes, "download versions without asking");
  app.AddOption("--seconds", flags->seconds, "for each question (default: 300)").Positive();
  return [flags, versions] {
    if (versions->given()) flags->questions.insert("versions");
    return ExitCode(RunLocate(*flags));
  };
}

}  // namespace assay::cli
