#include "judge/evidence.h"

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

using knowledge::ApiDoc;

struct Part {
  std::string place, text;
};

// As people read it, and as oracles cite it: "beta (Number): factor".
std::string ParameterText(const knowledge::Parameter& parameter) {
  std::string out = parameter.name;
  if (!parameter.type.empty()) out += StrCat(" (", parameter.type, ")");
  if (!parameter.description.empty()) out += StrCat(": ", parameter.description);
  return out;
}

std::vector<std::string> Paragraphs(const std::string& text) {
  std::vector<std::string> out(1);
  for (const std::string& line : Split(text, '\n')) {
    if (!knowledge::IsBlank(line))
      out.back() += (out.back().empty() ? "" : "\n") + line;
    else if (!out.back().empty())
      out.emplace_back();
  }
  return out;
}

std::vector<Part> PartsOf(const ApiDoc& doc) {
  std::vector<Part> out = {{"signature", doc.signature}};
  for (std::string& paragraph : Paragraphs(doc.text))
    out.push_back({"description", std::move(paragraph)});
  for (const knowledge::Parameter& parameter : doc.parameters)
    out.push_back({StrCat("parameter `", parameter.name, "`"), ParameterText(parameter)});
  if (!doc.returns.empty()) out.push_back({"result", StrCat("Returns: ", doc.returns)});
  for (const std::string& error : doc.raises) out.push_back({"errors", StrCat("Raises: ", error)});
  for (const std::string& note : doc.notes) out.push_back({"notes", StrCat("Note: ", note)});
  std::erase_if(out, [](const Part& part) { return knowledge::IsBlank(part.text); });
  return out;
}

// Words and numbers, with a space on both sides of each: " if beta is 0 ".
std::string Normal(const std::string& text) {
  std::string out = " ";
  for (const char c : knowledge::PlainMarkup(text)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 || c == '_')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!out.ends_with(' '))
      out += ' ';
  }
  return out.ends_with(' ') ? out : out + " ";
}

// Oracles put the name before words that do not have it: "beta: … Default: 1".
std::string WithoutName(const std::string& sentence, const std::string& parameter) {
  const std::string head = parameter + ": ";
  std::string out =
      parameter.empty() || !sentence.starts_with(head) ? sentence : sentence.substr(head.size());
  constexpr std::string_view kGap = "… ";
  return out.starts_with(kGap) ? out.substr(kGap.size()) : out;
}

bool Holds(const std::string& normal_part, const std::vector<std::string>& wanted) {
  return std::ranges::any_of(wanted, [&](const std::string& words) {
    return words != " " && normal_part.find(words) != std::string::npos;
  });
}

// "beta=1" for "beta: float = 1": of a default the signature's meaning is cited, not its letters.
bool IsDefault(const ApiDoc& doc, const std::string& sentence, const std::string& parameter) {
  const knowledge::Parameter* known = knowledge::FindParameter(doc, parameter);
  return known != nullptr && known->default_value &&
         sentence == StrCat(parameter, "=", *known->default_value);
}

// A parameter's name before a colon says nothing about whom the words are about here.
std::string WithoutAnyName(const ApiDoc& doc, const std::string& sentence) {
  for (const knowledge::Parameter& parameter : doc.parameters)
    if (std::string out = WithoutName(sentence, parameter.name); out != sentence) return out;
  return sentence;
}

}  // namespace

std::string PlaceOf(const ApiDoc& doc, const std::string& sentence, const std::string& parameter) {
  std::vector<Part> parts = PartsOf(doc);
  const std::string own = StrCat("parameter `", parameter, "`");
  std::stable_partition(parts.begin(), parts.end(),
                        [&](const Part& part) { return part.place == own; });
  const std::vector<std::string> wanted = {Normal(sentence),
                                           Normal(WithoutName(sentence, parameter))};
  for (const Part& part : parts)
    if (Holds(Normal(part.text), wanted)) return part.place;
  if (!IsDefault(doc, sentence, parameter)) return "";
  return Holds(Normal(doc.signature), {Normal(parameter)}) ? "signature" : own;
}

std::string Shortened(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  size_t end = most;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string ExcerptOf(const ApiDoc& doc, const std::vector<std::string>& sentences, size_t most) {
  const std::vector<Part> parts = PartsOf(doc);
  std::vector<std::string> wanted;
  for (const std::string& sentence : sentences) {
    wanted.push_back(Normal(sentence));
    wanted.push_back(Normal(WithoutAnyName(doc, sentence)));
  }
  std::vector<bool> taken(parts.size());
  size_t left = most;
  for (const bool needed : {true, false})
    for (size_t i = 0; i < parts.size(); ++i) {
      const size_t size = parts[i].text.size() + 2;
      if (taken[i] || size > left || Holds(Normal(parts[i].text), wanted) != needed) continue;
      taken[i] = true;
      left -= size;
    }
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (taken[i])
      out += StrCat(out.empty() ? "" : "\n\n", parts[i].text);
    else if (i == 0 || taken[i - 1])
      out += out.empty() ? "…" : "\n\n…";
  }
  return out;
}

}  // namespace assay::judge
