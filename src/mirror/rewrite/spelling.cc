#include "mirror/rewrite/spelling.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::mirror {
namespace {

// At commas outside of brackets and quotes.
std::vector<std::string> Parts(std::string_view text) {
  std::vector<std::string> out;
  std::string now;
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    }
    if (c == ',' && depth == 0 && quote == 0) {
      out.emplace_back(Trim(now));
      now.clear();
    } else {
      now += c;
    }
  }
  if (!Trim(now).empty()) out.emplace_back(Trim(now));
  return out;
}

Parameter ParseParameter(std::string text) {
  Parameter out;
  if (text.starts_with('*')) {
    out.variadic = true;
    text.erase(0, 1);
  }
  const size_t equal = std::min(text.find('='), text.find('?'));
  std::string names, slot = text;
  if (equal != std::string::npos && text[equal] == '=') {
    names = text.substr(0, equal);
    slot = text.substr(equal + 1);
  }
  if (const size_t mark = slot.find('?'); mark != std::string::npos) {
    out.optional = true;
    if (mark + 1 < slot.size()) out.standard = slot.substr(mark + 1);
    slot.resize(mark);
  }
  out.slot = slot;
  out.names = Split(names.empty() ? slot : names, '|');
  return out;
}

std::set<std::string> BracedSlots(const std::string& text) {
  std::set<std::string> out;
  for (size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1))
    out.insert(text.substr(at + 1, text.find('}', at) - at - 1));
  return out;
}

void ParseFixed(const std::string& text, Spelling& out) {
  for (const std::string& part : Parts(text)) {
    const size_t equal = part.find('=');
    if (equal != std::string::npos)
      out.fixed[std::string(Trim(part.substr(0, equal)))] = Trim(part.substr(equal + 1));
  }
}

}  // namespace

const Parameter* Spelling::Find(std::string_view slot) const {
  const auto found = std::ranges::find(parameters, slot, &Parameter::slot);
  return found == parameters.end() ? nullptr : &*found;
}

std::string Spelling::Shown() const {
  if (form != Form::kTemplate) return callee;
  // The first dotted name of the template: what does the work.
  size_t at = 0;
  while (at < text.size() && (text[at] == '(' || text[at] == '-' || text[at] == '~')) ++at;
  const std::string rest = text.substr(at);
  if (!rest.starts_with('{')) return rest.substr(0, rest.find_first_of("( {["));
  const size_t dot = rest.find('}');
  // "{x}" alone: nothing is needed.
  return dot + 1 >= rest.size() ? "-" : rest.substr(dot + 1);
}

Result<Spelling> ParseSpelling(std::string_view whole) {
  Spelling out;
  std::string text(Trim(whole));
  if (const size_t mark = text.rfind(" ; "); mark != std::string::npos) {
    ParseFixed(text.substr(mark + 3), out);
    text = Trim(text.substr(0, mark));
  }
  if (text.find('{') != std::string::npos || text.starts_with('[') || text.starts_with("lambda ")) {
    out.form = Spelling::Form::kTemplate;
    out.text = text;
    out.slots = BracedSlots(text);
    return out;
  }
  const size_t open = text.find('(');
  if (open != std::string::npos && !text.ends_with(')'))
    return Invalid(StrCat("the spelling '", whole, "' has no closing bracket"));
  out.callee = text.substr(0, open);
  out.helper = out.callee.starts_with('@');
  const bool member = out.callee.starts_with('.');
  if (out.helper || member) out.callee.erase(0, 1);
  if (out.callee.empty()) return Invalid(StrCat("the spelling '", whole, "' names nothing"));
  out.form =
      member ? (open == std::string::npos ? Spelling::Form::kAttribute : Spelling::Form::kMethod)
      : open == std::string::npos ? Spelling::Form::kConstant
                                  : Spelling::Form::kCall;
  if (open != std::string::npos)
    for (bool named = false;
         const std::string& part : Parts(text.substr(open + 1, text.size() - open - 2))) {
      if (part == "*") {
        named = true;
        continue;
      }
      out.parameters.push_back(ParseParameter(part));
      out.parameters.back().named = named;
    }
  if (member) out.slots.insert("x");
  for (const Parameter& one : out.parameters) out.slots.insert(one.slot);
  return out;
}

}  // namespace assay::mirror
