#include "cli/places.h"

#include "base/strings.h"
#include "cli/command.h"
#include "help/topics.h"

namespace assay::cli {
namespace {

void AddPlaces(const App& app, const std::string& path, std::vector<Place>& out) {
  Place place{path, FirstLine(app.word().help), app.Options(), {}};
  for (const auto& sub : app.subcommands()) place.next.push_back(sub->word());
  out.push_back(std::move(place));
  for (const auto& sub : app.subcommands())
    AddPlaces(*sub, StrCat(path, " ", sub->word().name), out);
}

}  // namespace

std::vector<Place> AllPlaces() {
  std::vector<Place> out = {
      {"", "", {{"--version", "print the version"}, {"--help", "list all commands"}}, {}}};
  for (const Command& command : AllCommands()) {
    out[0].next.push_back({std::string(command.name), std::string(command.help)});
    App app(std::string(command.help), std::string(command.name));
    (void)command.setup(app);
    AddPlaces(app, std::string(command.name), out);
    if (command.name != "help") continue;
    out.back().next.push_back({"topics", "the list of topics"});
    for (const help::Topic& topic : help::AllTopics())
      out.back().next.push_back({std::string(topic.name), std::string(topic.about)});
  }
  return out;
}

}  // namespace assay::cli
