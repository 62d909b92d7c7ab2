// A command of the program: one file each, one line each in commands.def. With what nearly
// every command is made of: flags (app.h), texts, and what it prints (terminal.h).
#pragma once

#include <iostream>
#include <span>
#include <string_view>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/terminal.h"

namespace assay::cli {

// Exit codes are part of the interface.
inline constexpr int kDone = 0;
inline constexpr int kFindings = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kInternal = 3;

struct Command {
  std::string_view name;
  std::string_view help;  // one line
  // Adds the command's flags to `app` and returns what to run after they are parsed (giving the
  // exit code).
  std::function<int()> (*setup)(App& app);
};

std::span<const Command> AllCommands();

// What the program is, in a line.
inline constexpr std::string_view kAbout =
    "finds bugs in deep-learning frameworks and says which framework is wrong";

// The list of all commands.
void PrintCommands(std::ostream& out);

// Prints the help of a command, or of an action of one ("findings", "list"), and returns the exit
// code: kBadInput when there is no such command.
int HelpOf(std::vector<std::string> words);

// Parses the command line and runs the command. Never throws.
int Main(int argc, char** argv);

}  // namespace assay::cli
