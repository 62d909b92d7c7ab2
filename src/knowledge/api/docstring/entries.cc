#include "knowledge/api/docstring/entries.h"

#include <algorithm>

#include "base/strings.h"
#include "knowledge/api/signature.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// "`input`", "*args", "**kwargs", "\*args", "**name**" by the name alone; "" when it is no name.
std::string BareName(std::string_view text) {
  std::string out;
  for (const char c : Trim(text))
    if (c != '`' && c != '*' && c != '\\' && c != '"' && c != '\'') out += c;
  std::string parts = out;
  std::ranges::replace(parts, '.', '_');
  return IsIdentifier(parts) ? out : "";
}

// The colon that ends the head: outside of brackets, quotes and roles such as :attr:`x`.
size_t HeadEnd(std::string_view line) {
  int depth = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && c == ':' && (i + 1 == line.size() || line[i + 1] != '`')) return i;
    // Sphinx turns "name (type): text" into "name (type) – text".
    if (depth == 0 && line.substr(i).starts_with(" – ")) return i;
  }
  return std::string_view::npos;
}

size_t MarkLength(std::string_view line, size_t at) {
  return line[at] == ':' ? 1 : std::string_view(" – ").size();
}

std::string_view WithoutBullet(std::string_view line) {
  const bool bullet = line.size() > 2 && (line[0] == '-' || line[0] == '*') && line[1] == ' ';
  return bullet ? Trim(line.substr(2)) : line;
}

}  // namespace

std::vector<Entry> ReadEntryHead(std::string_view head) {
  head = Trim(head);
  std::string type;
  const size_t open = head.find('(');
  if (open != std::string_view::npos) {
    const size_t close = head.rfind(')');
    if (close == std::string_view::npos || close < open || !Trim(head.substr(close + 1)).empty())
      return {};
    type = std::string(Trim(head.substr(open + 1, close - open - 1)));
    head = Trim(head.substr(0, open));
  }
  std::vector<Entry> out;
  for (const std::string& part : SplitOutside(head, ',')) {
    const std::string name = BareName(part);
    if (name.empty()) return {};
    out.push_back({name, PlainMarkup(type), "", false});
  }
  return out;
}

std::vector<Entry> ReadColonEntries(const std::vector<std::string>& body) {
  std::vector<Entry> out;
  size_t same = 0;    // how many of the last entries share the description that goes on
  size_t indent = 0;  // of entries; the first one sets it
  for (const std::string& line : body) {
    const size_t end = HeadEnd(line);
    // One column of slack: hand-made indentation.
    if (!IsBlank(line) && (out.empty() || IndentOf(line) <= indent + 1) &&
        end != std::string::npos) {
      std::vector<Entry> heads = ReadEntryHead(WithoutBullet(Trim(line.substr(0, end))));
      if (!heads.empty()) {
        if (out.empty()) indent = IndentOf(line);
        same = heads.size();
        for (Entry& entry : heads) {
          entry.description = std::string(Trim(line.substr(end + MarkLength(line, end))));
          out.push_back(std::move(entry));
        }
        continue;
      }
    }
    for (size_t i = out.size() - same; i < out.size(); ++i) out[i].description += "\n" + line;
  }
  return out;
}

}  // namespace assay::knowledge
