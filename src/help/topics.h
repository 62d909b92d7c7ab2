// Topics: parts of the documentation that `assay help TOPIC` shows, one line each in topics.def.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "help/markdown.h"

namespace assay::help {

struct Topic {
  std::string_view name;
  std::string_view page;     // below docs/
  std::string_view section;  // as SectionOf() takes it
  std::string_view about;    // one line
};

std::span<const Topic> AllTopics();

// Null when there is none of this name.
const Topic* FindTopic(std::string_view name);

// What the topic shows, read from the documentation below `home`.
Result<Node> ReadTopic(const Topic& topic, const std::string& home);

// The file and the heading that it comes from: "docs/reference/commands.md#files".
std::string PlaceOf(const Topic& topic);

}  // namespace assay::help
