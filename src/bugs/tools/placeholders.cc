#include "bugs/tools/placeholders.h"

#include <re2/re2.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/strings.h"

namespace assay::bugs {
namespace {

constexpr std::string_view kPlaceholders[] = {
    "assay",        "python",    "environment", "library",      "framework", "version",
    "apis",         "operators", "seconds",     "store",        "folder",    "home",
    "environments", "fault",     "each-api",    "each-operator"};

// The first placeholder of `text`, with its braces; "" without one. Other braces (JSON, or those of
// a shell) are no placeholders.
std::string FirstPlaceholder(const std::string& text) {
  static const RE2 kPlaceholder(R"((\{[a-z]+(?:-[a-z]+)*\}))");
  std::string out;
  return RE2::PartialMatch(text, kPlaceholder, &out) ? out : "";
}

}  // namespace

Status CheckPlaceholders(const std::vector<std::string>& words, const std::string& path) {
  for (std::string rest : words)
    for (std::string name = FirstPlaceholder(rest); !name.empty(); name = FirstPlaceholder(rest)) {
      const std::string key = name.substr(1, name.size() - 2);
      if (std::find(std::begin(kPlaceholders), std::end(kPlaceholders), key) ==
          std::end(kPlaceholders))
        return Invalid(StrCat(
            path, ": there is no placeholder ", name, "; there are ",
            Join(std::vector<std::string>(std::begin(kPlaceholders), std::end(kPlaceholders)),
                 ", ")));
      rest = rest.substr(rest.find(name) + name.size());
    }
  return {};
}

Result<std::vector<std::string>> Fill(const std::vector<std::string>& words,
                                      const Placeholders& placeholders) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    std::vector<std::string> filled = {""};
    // What was put in is never looked at again: names in a database may hold braces, too.
    std::string rest = word;
    for (std::string name = FirstPlaceholder(rest); !name.empty(); name = FirstPlaceholder(rest)) {
      const std::string key = name.substr(1, name.size() - 2);
      std::vector<std::string> values;
      if (const auto one = placeholders.values.find(key); one != placeholders.values.end())
        values = {one->second};
      else if (const auto many = placeholders.each.find(key); many != placeholders.each.end())
        values = many->second;
      else
        return Invalid(StrCat("the command of a tool has a placeholder ", name,
                              " that is not known; docs/reference/formats.md lists them"));
      const size_t at = rest.find(name);
      std::vector<std::string> next;
      for (const std::string& value : values)
        for (const std::string& text : filled) next.push_back(text + rest.substr(0, at) + value);
      filled = std::move(next);
      rest = rest.substr(at + name.size());
    }
    for (const std::string& text : filled) out.push_back(text + rest);
  }
  return out;
}

}  // namespace assay::bugs
