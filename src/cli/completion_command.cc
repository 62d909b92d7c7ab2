// assay completion: what can be typed, taken from the commands' own declarations, as a script for a
// shell.
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/places.h"

namespace assay::cli {
namespace {

std::string Quoted(const std::string& text) {  // for all three shells
  return StrCat("'", ReplaceAll(FirstLine(text), "'", "’"), "'");
}

std::string Words(const Place& place) {
  std::vector<std::string> out;
  for (const auto* words : {&place.next, &place.options})
    for (const App::Word& word : *words) out.push_back(word.name);
  return Join(out, " ");
}

// The words before the cursor that are commands or actions decide what may follow.
void PrintBash(const std::vector<Place>& places, std::ostream& out) {
  out << "# bash completion for assay\n_assay() {\n  local path= word words\n"
      << "  local known=\"";
  for (const Place& place : places)
    if (!place.path.empty()) out << "|" << place.path;
  out << "|\"\n"
      << "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      << "    [[ $known == *\"|${path:+$path }$word|\"* ]] && path=\"${path:+$path }$word\"\n  "
         "done\n"
      << "  case \"$path\" in\n";
  for (const Place& place : places)
    out << "    '" << place.path << "') words='" << Words(place) << "' ;;\n";
  out << "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
         "\"${COMP_WORDS[COMP_CWORD]}\")\n}\n"
      << "complete -o default -F _assay assay ./assay\n";
}

void PrintZsh(const std::vector<Place>& places, std::ostream& out) {
  out << "#compdef assay\n# zsh completion for assay\n_assay() {\n  local place= word\n"
      << "  local -A known\n  local -a choices\n  known=(";
  for (const Place& place : places)
    if (!place.path.empty()) out << " '" << place.path << "' 1";
  out << ")\n  for word in ${words[2,CURRENT-1]}; do\n"
      << "    [[ -n ${known[${place:+$place }$word]} ]] && place=\"${place:+$place }$word\"\n  "
         "done\n"
      << "  case \"$place\" in\n";
  for (const Place& place : places) {
    out << "    '" << place.path << "') choices=(";
    for (const auto* words : {&place.next, &place.options})
      for (const App::Word& word : *words)
        out << " " << Quoted(StrCat(word.name, ":", ReplaceAll(word.help, ":", ";")));
    out << ") ;;\n";
  }
  out << "  esac\n  _describe 'assay' choices || _files\n}\ncompdef _assay assay\n";
}

void PrintFish(const std::vector<Place>& places, std::ostream& out) {
  out << "# fish completion for assay\ncomplete -c assay -f\n";
  for (const Place& place : places) {
    const std::string condition =
        place.path.empty()
            ? "__fish_use_subcommand"
            : StrCat("__fish_seen_subcommand_from ", place.path.substr(0, place.path.find(' ')),
                     place.path.find(' ') == std::string::npos
                         ? ""
                         : StrCat("; and __fish_seen_subcommand_from ",
                                  place.path.substr(place.path.find(' ') + 1)));
    for (const App::Word& word : place.next)
      out << "complete -c assay -n '" << condition << "' -a " << word.name << " -d "
          << Quoted(word.help) << "\n";
    for (const App::Word& word : place.options) {
      const bool is_long = word.name.starts_with("--");
      out << "complete -c assay -n '" << condition << "' " << (is_long ? "-l " : "-s ")
          << word.name.substr(is_long ? 2 : 1) << " -d " << Quoted(word.help) << "\n";
    }
  }
}

}  // namespace

std::function<int()> SetupCompletion(App& app) {
  auto shell = std::make_shared<std::string>();
  app.AddOption("shell", *shell, "bash, zsh or fish").Required().OneOf({"bash", "zsh", "fish"});
  return [shell] {
    const std::vector<Place> places = AllPlaces();
    if (*shell == "bash") PrintBash(places, std::cout);
    if (*shell == "zsh") PrintZsh(places, std::cout);
    if (*shell == "fish") PrintFish(places, std::cout);
    return kDone;
  };
}

}  // namespace assay::cli
