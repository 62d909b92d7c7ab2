#include "judge/model/doc_text.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::judge::model {
namespace {

using knowledge::ApiDoc;
using knowledge::Squeeze;

constexpr size_t kLeastWords = 3;  // "the input" proves nothing

// As it is shown, so that a quote with its head is found too: "beta (Number, optional): factor".
std::string ParameterText(const knowledge::Parameter& parameter) {
  std::string head = parameter.name;
  if (!parameter.type.empty()) head += StrCat(" (", parameter.type, ")");
  return StrCat(head, ": ", parameter.description);
}

// What can be quoted, each by itself: no quote goes over two of them.
std::vector<std::string> PartsOf(const ApiDoc& doc) {
  std::vector<std::string> out = Split(doc.signature, '\n');
  out.push_back(doc.text);
  for (const knowledge::Parameter& parameter : doc.parameters)
    if (!parameter.description.empty()) out.push_back(ParameterText(parameter));
  out.push_back(doc.returns);
  out.insert(out.end(), doc.raises.begin(), doc.raises.end());
  out.insert(out.end(), doc.notes.begin(), doc.notes.end());
  return out;
}

// Words, numbers and signs that change a meaning; everything else separates.
bool Counts(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 ||
         std::string_view("._-+=<>").find(c) != std::string_view::npos;
}

// " if beta is 0 then input is ignored "
std::string Normal(std::string_view text) {
  std::string out = " ";
  for (const char c : knowledge::PlainMarkup(text)) {
    if (Counts(c)) {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    while (out.ends_with('.')) out.pop_back();  // the end of a sentence
    if (!out.ends_with(' ')) out += ' ';
  }
  while (out.ends_with('.')) out.pop_back();
  return out.ends_with(' ') ? out : out + " ";
}

// Without what stands before the words of an entry: marks of lists, numbers of them, heads.
std::string WithoutMarks(const std::string& quote) {
  static const RE2 kMarks(
      R"(^\s*(?:(?:[-*•+]|\d+[.)]|(?i:notes?|returns?|raises|warnings?|parameters?|args)\s*:)\s*)+)");
  std::string out = quote;
  RE2::Replace(&out, kMarks, "");
  return out;
}

}  // namespace

std::string DocumentationText(const ApiDoc& doc, size_t most_bytes, size_t* left_out) {
  // One sentence a line: a small model that is to copy one goes on to the end of the line.
  std::vector<std::string> lines = {StrCat(doc.signature, "\n\n")};
  for (const std::string& sentence : knowledge::Sentences(doc.text))
    lines.push_back(sentence + "\n");
  std::string head = "\nParameters:\n";
  for (const knowledge::Parameter& parameter : doc.parameters) {
    if (parameter.description.empty()) continue;
    lines.push_back(StrCat(head, "- ", Squeeze(ParameterText(parameter)), "\n"));
    head.clear();
  }
  if (!doc.returns.empty()) lines.push_back(StrCat("\nReturns: ", Squeeze(doc.returns), "\n"));
  for (const std::string& error : doc.raises)
    lines.push_back(StrCat("Raises: ", Squeeze(error), "\n"));
  for (const std::string& note : doc.notes) lines.push_back(StrCat("Note: ", Squeeze(note), "\n"));
  std::string out;
  size_t shown = 0;
  // The signature is always there.
  while (shown < lines.size() && (shown == 0 || out.size() + lines[shown].size() <= most_bytes))
    out += lines[shown++];
  if (left_out != nullptr) *left_out = lines.size() - shown;
  return out;
}

std::string LeftOutText(const ApiDoc& doc, size_t entries) {
  return StrCat("the documentation of ", doc.name, ": its last ", entries, " entries");
}

std::string DocumentationOfAll(const ApiDoc& doc, const std::vector<const ApiDoc*>& others,
                               size_t most_bytes, std::vector<std::string>& left_out) {
  size_t missing = 0;
  std::string out = DocumentationText(doc, most_bytes, &missing);
  if (missing > 0) left_out.push_back(LeftOutText(doc, missing));
  for (const ApiDoc* other : others) {
    const std::string head = StrCat("\nAlso called: ", other->name, "\n");
    const size_t least = out.size() + head.size() + other->signature.size();
    if (least >= most_bytes) {
      left_out.push_back(StrCat("the documentation of ", other->name));
      continue;
    }
    out += head;
    out += DocumentationText(*other, most_bytes - out.size(), &missing);
    if (missing > 0) left_out.push_back(LeftOutText(*other, missing));
  }
  return out;
}

std::optional<std::string> FindQuote(const ApiDoc& doc, const std::string& quote) {
  const std::string wanted = Normal(WithoutMarks(quote));
  const auto spaces = std::ranges::count(wanted, ' ');
  if (spaces < static_cast<std::ptrdiff_t>(kLeastWords + 1)) return std::nullopt;
  for (const std::string& part : PartsOf(doc)) {
    if (Normal(part).find(wanted) == std::string::npos) continue;
    for (const std::string& sentence : knowledge::Sentences(part))
      if (Normal(sentence).find(wanted) != std::string::npos) return sentence;
    return Squeeze(quote);
  }
  return std::nullopt;
}

}  // namespace assay::judge::model
