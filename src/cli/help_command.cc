// assay help: commands, topics of the documentation, the documentation as a site and a manual page.
#include <algorithm>
#include <filesystem>
#include <iomanip>

#include "base/files.h"
#include "cli/command.h"
#include "cli/man_page.h"
#include "cli/version.h"
#include "help/terminal.h"
#include "help/topics.h"
#include "lab/home.h"
#include "web/help_site.h"

namespace assay::cli {
namespace {

// Lines of running text are not made longer than this, however wide the terminal is.
constexpr size_t kWidestText = 100, kUsualText = 80;

struct HelpFlags {
  std::vector<std::string> words;
  std::string site;
  bool man = false;
};

void PrintTopics() {
  for (const help::Topic& topic : help::AllTopics())
    std::cout << "  " << std::left << std::setw(14) << topic.name << topic.about << "\n";
  std::cout << "\nassay help TOPIC shows one of them; assay serve has all pages under Help,\n"
               "assay help --site DIR writes them as files\n";
}

// Topics that the text has links to: "see also".
std::vector<std::string> LinkedTopics(const help::Topic& topic, const help::Node& text) {
  std::vector<std::string> out;
  const auto folder = std::filesystem::path(topic.page).parent_path();
  help::Walk(text, [&](const help::Node& node) {
    if (node.kind != help::Node::Kind::kLink) return;
    const std::string goal = (folder / node.text).lexically_normal();
    for (const help::Topic& other : help::AllTopics()) {
      const bool named = !other.section.empty() && other.section != "-";
      const std::string place =
          named ? StrCat(other.page, "#", other.section) : std::string(other.page);
      if (place == goal && &other != &topic) out.emplace_back(other.name);
    }
  });
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Result<int> ShowTopic(const help::Topic& topic) {
  ASSAY_ASSIGN(const help::Node text, help::ReadTopic(topic, lab::HomeFolder()));
  const size_t columns = TerminalWidth();
  const bool terminal = StdoutIsTerminal();
  std::cout << help::TerminalText(
      text, {.width = std::clamp<size_t>(columns == 0 ? kUsualText : columns, 40, kWidestText),
             .colors = terminal});
  std::cout << "\nFrom " << help::PlaceOf(topic);
  const auto linked = LinkedTopics(topic, text);
  if (!linked.empty()) std::cout << "; see also: assay help " << Join(linked, ", ");
  std::cout << "\n";
  return kDone;
}

int UnknownTopic(const std::string& name) {
  std::vector<std::string> names = {"topics"};
  for (const help::Topic& topic : help::AllTopics()) names.emplace_back(topic.name);
  for (const Command& command : AllCommands()) names.emplace_back(command.name);
  const std::string near = Nearest(name, names);
  std::cerr << "assay help: there is no topic or command '" << name << "'";
  if (!near.empty()) std::cerr << "; did you mean '" << near << "'?";
  std::cerr << "\n  see: assay help topics, assay help\n";
  return kBadInput;
}

// A word may be both: `assay help targets` shows the command first, then the topic.
Result<int> ShowHelp(const std::vector<std::string>& words) {
  const std::string name = Lower(Join(words, "-"));
  const help::Topic* topic = help::FindTopic(name);
  const bool command = std::ranges::any_of(
      AllCommands(), [&](const Command& one) { return one.name == words.front(); });
  int code = kDone;
  if (command) code = HelpOf(words);
  if (command && topic != nullptr) std::cout << "\n" << std::string(kUsualText, '-') << "\n\n";
  if (topic != nullptr) return ShowTopic(*topic);
  return command ? code : UnknownTopic(name);
}

Result<int> WriteHelpSite(const std::string& folder) {
  const std::string home = lab::HomeFolder();
  ASSAY_ASSIGN(const auto man, ManPage(home));
  ASSAY_ASSIGN(auto files, web::HelpFiles(home, {.version = kVersion}));
  files["assay.1"] = {man, "text/plain; charset=utf-8"};
  ASSAY_RETURN_IF_ERROR(web::WriteHelp(files, folder));
  std::cout << "wrote " << folder << "/index.html, assay.1 and " << files.size() - 2
            << " more files\n";
  return kDone;
}

Result<int> RunHelp(const HelpFlags& flags) {
  if (!flags.site.empty()) return WriteHelpSite(flags.site);
  if (flags.man) {
    ASSAY_ASSIGN(const auto man, ManPage(lab::HomeFolder()));
    std::cout << man;
    return kDone;
  }
  if (flags.words.empty()) {
    PrintCommands(std::cout);
    return kDone;
  }
  if (flags.words == std::vector<std::string>{"topics"}) {
    PrintTopics();
    return kDone;
  }
  return ShowHelp(flags.words);
}

}  // namespace

std::function<int()> SetupHelp(App& app) {
  const auto flags = std::make_shared<HelpFlags>();
  app.AddOption("words", flags->words,
                "a command, an action of one, a topic, or `topics`: the list of topics");
  app.AddOption("--site", flags->site,
                "write the documentation as a web site, and assay.1, into this folder: new, "
                "empty, or an earlier site");
  app.AddFlag("--man", flags->man, "print the manual page (for `man --local-file`)");
  return [flags] { return ExitCode(RunHelp(*flags)); };
}

}  // namespace assay::cli
