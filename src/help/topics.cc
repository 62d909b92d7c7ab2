#include "help/topics.h"

#include "base/strings.h"
#include "help/book.h"

namespace assay::help {

std::span<const Topic> AllTopics() {
  static constexpr Topic kTopics[] = {
#define TOPIC(name, page, section, about) {name, page, section, about},
#include "help/topics.def"
#undef TOPIC
  };
  return kTopics;
}

const Topic* FindTopic(std::string_view name) {
  for (const Topic& topic : AllTopics())
    if (topic.name == name) return &topic;
  return nullptr;
}

Result<Node> ReadTopic(const Topic& topic, const std::string& home) {
  ASSAY_ASSIGN(const Node page, ReadPage(home, std::string(topic.page)));
  Node out = SectionOf(page, topic.section);
  if (out.inside.empty()) return Invalid(StrCat(PlaceOf(topic), ": there is no such section"));
  return out;
}

std::string PlaceOf(const Topic& topic) {
  const bool section = !topic.section.empty() && topic.section != "-";
  return StrCat("docs/", topic.page, section ? "#" : "", section ? topic.section : "");
}

}  // namespace assay::help
