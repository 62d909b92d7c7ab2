#include "base/json.h"

#include <algorithm>

namespace assay {
namespace {

// Of brackets outside of texts.
int DepthOf(std::string_view text) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '{' || c == '[')) {
      deepest = std::max(deepest, ++depth);
    } else if (!quoted && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

nlohmann::json ParseJson(std::string_view text, int deepest) {
  if (DepthOf(text) > deepest) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(text, nullptr, false);
}

nlohmann::json With(nlohmann::json object, const nlohmann::json& more) {
  object.update(more);
  return object;
}

}  // namespace assay
