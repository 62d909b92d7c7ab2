#include "cli/man_page.h"

#include "base/files.h"
#include "base/strings.h"
#include "cli/command.h"
#include "cli/examples.h"
#include "cli/places.h"
#include "cli/version.h"
#include "help/book.h"
#include "help/roff.h"
#include "help/topics.h"

namespace assay::cli {
namespace {

using help::RoffText;

std::string ManEntry(std::string_view term, std::string_view text) {
  return StrCat(".TP\n.B ", RoffText(term), "\n", RoffText(text), "\n");
}

std::string ManSection(std::string_view title, std::string_view text) {
  constexpr std::string_view kParagraph = ".PP\n";  // a section begins with one by itself
  if (text.starts_with(kParagraph)) text.remove_prefix(kParagraph.size());
  return StrCat(".SH ", title, "\n", text);
}

std::string ManCommands(const std::vector<Place>& places) {
  std::string out;
  for (const Place& place : places) {
    if (place.path.empty()) continue;
    out += StrCat(".SS assay ", RoffText(place.path), "\n", RoffText(place.help), "\n");
    for (const App::Word& word : place.options)
      if (word.name != "--help" && word.name != "-h") out += ManEntry(word.name, word.help);
  }
  return out;
}

std::string ManExamples() {
  std::string out;
  for (const Example& example : AllExamples())
    out += ManEntry(StrCat("assay ", example.words), example.meaning);
  return out;
}

std::string ManTopics() {
  std::string out = "assay help \\fITOPIC\\fR shows one of them:\n";
  for (const help::Topic& topic : help::AllTopics()) out += ManEntry(topic.name, topic.about);
  return out;
}

}  // namespace

Result<std::string> ManPage(const std::string& home) {
  ASSAY_ASSIGN(const help::Node page, help::ReadPage(home, "reference/commands.md"));
  ASSAY_ASSIGN(const std::string readme, ReadFile(home + "/README.md"));
  const help::Node about = help::SectionOf(help::ParseMarkdown(readme), "-");
  const auto part = [&](const char* anchor) { return RoffOf(help::SectionOf(page, anchor)); };
  const std::vector<Place> places = AllPlaces();
  std::string global;
  for (const App::Word& word : places.front().options) global += ManEntry(word.name, word.help);
  return StrCat(
      ".\\\" Written by `assay help --man`.\n", ".TH ASSAY 1 \"\" \"assay ", RoffText(kVersion),
      "\" \"User Commands\"\n", ManSection("NAME", StrCat("assay \\- ", RoffText(kAbout), "\n")),
      ManSection("SYNOPSIS",
                 ".B assay\n.I COMMAND\n.RI [ options ]\n.br\n.B assay help\n"
                 ".RI [ COMMAND | TOPIC ]\n"),
      ManSection("DESCRIPTION", RoffOf(about) + part("-")),
      ManSection("OPTIONS", StrCat(global, ".PP\nFlags that many commands share:\n",
                                   part("flags-that-many-commands-share"))),
      ManSection("COMMANDS", ManCommands(places)), ManSection("TOPICS", ManTopics()),
      ManSection("ENVIRONMENT", part("environment-variables")), ManSection("FILES", part("files")),
      ManSection("EXIT STATUS", part("exit-codes")), ManSection("EXAMPLES", ManExamples()));
}

}  // namespace assay::cli
