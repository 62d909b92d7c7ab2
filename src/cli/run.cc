// Dispatch: finds the command, lets it declare its flags, parses, runs.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>

#include "base/machine.h"
#include "cli/command.h"
#include "cli/examples.h"
#include "cli/version.h"
#include "store/address.h"

namespace assay::cli {
namespace {

constexpr Example kExamples[] = {
#define EXAMPLE(command, words, meaning) {command, words, meaning},
#include "cli/examples.def"
#undef EXAMPLE
};

std::string ExamplesText(std::string_view command) {
  std::string out = "\nExamples:\n";
  for (const Example& example : kExamples)
    if (example.command == command)
      out += StrCat("  assay ", example.words, "\n      ", example.meaning, "\n");
  return out;
}

int UnknownCommand(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : AllCommands()) names.emplace_back(command.name);
  const std::string near = Nearest(word, names);
  std::cerr << "assay: there is no command '" << word << "'";
  if (!near.empty()) std::cerr << "; did you mean '" << near << "'?";
  std::cerr << "\n  commands: " << Join(names, ", ") << "\n";
  return kBadInput;
}

// Everybody on this machine can read the words that a program was started with.
void HidePasswords(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string shown = store::WithoutPassword(word);
    if (shown == word) continue;
    std::memset(argv[i], 0, word.size());
    std::memcpy(argv[i], shown.data(), std::min(word.size(), shown.size()));
  }
}

// A complaint about words cites them.
std::string WithoutPasswords(std::string problem, int argc, char** argv) {
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i], shown = store::WithoutPassword(word);
    if (shown == word) continue;
    for (size_t at = 0; (at = problem.find(word, at)) != std::string::npos; at += shown.size())
      problem.replace(at, word.size(), shown);
  }
  return problem;
}

int RunCommand(const Command& command, int argc, char** argv) {
  App app(StrCat(command.help, "\n", ExamplesText(command.name)), StrCat("assay ", command.name));
  const std::function<int()> run = command.setup(app);
  std::string problem;
  if (!app.Parse(argc - 1, argv + 1, problem)) {
    if (problem.empty()) return kDone;
    std::cerr << "assay " << command.name << ": " << WithoutPasswords(problem, argc, argv)
              << "\n  see: assay " << command.name << app.ChosenPath() << " --help\n";
    return kBadInput;
  }
  HidePasswords(argc, argv);
  return run();
}

int Dispatch(int argc, char** argv) {
  const std::string word = argc < 2 ? "" : argv[1];
  if (word == "--version" || word == "version") {
    std::cout << "assay " << kVersion << " (commit " << kBuildCommit << ", " << HostMachine()
              << ")\n";
    return kDone;
  }
  if (argc < 2 || word == "--help" || word == "-h") {
    PrintCommands(argc < 2 ? std::cerr : std::cout);
    return argc < 2 ? kBadInput : kDone;
  }
  for (const Command& command : AllCommands())
    if (command.name == word) return RunCommand(command, argc, argv);
  return UnknownCommand(word);
}

}  // namespace

std::span<const Example> AllExamples() { return kExamples; }

void PrintCommands(std::ostream& out) {
  out << "assay " << kVersion << ": " << kAbout << "\n\n"
      << "usage: assay COMMAND [options]     assay COMMAND --help     assay help topics\n\n";
  for (const Command& command : AllCommands()) {
    std::string name(command.name);
    name.resize(12, ' ');
    out << "  " << name << command.help << "\n";
  }
  out << "\nexit codes: 0 nothing found, 1 findings, 2 bad usage or input, 3 internal error\n";
}

int HelpOf(std::vector<std::string> words) {
  words.insert(words.begin(), "assay");
  words.emplace_back("--help");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return Dispatch(static_cast<int>(words.size()), argv.data());
}

int Main(int argc, char** argv) {
  try {
    return Dispatch(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("assay: out of memory\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "assay: internal error: %s\n", error.what());
  }
  return kInternal;
}

}  // namespace assay::cli
