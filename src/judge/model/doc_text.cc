#include "judge/model/doc_text.h"

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

}  // namespace

std::string DocumentationText(const ApiDoc& doc, size_t most_bytes) {
  // One sentence a line: a small model that is to copy one goes on to the end of the line.
  std::string out = StrCat(doc.signature, "\n\n");
  for (const std::string& sentence : knowledge::Sentences(doc.text)) out += sentence + "\n";
  if (!doc.parameters.empty()) out += "\nParameters:\n";
  for (const knowledge::Parameter& parameter : doc.parameters)
    if (!parameter.description.empty())
      out += StrCat("- ", Squeeze(ParameterText(parameter)), "\n");
  if (!doc.returns.empty()) out += StrCat("\nReturns: ", Squeeze(doc.returns), "\n");
  for (const std::string& error : doc.raises) out += StrCat("Raises: ", Squeeze(error), "\n");
  for (const std::string& note : doc.notes) out += StrCat("Note: ", Squeeze(note), "\n");
  if (out.size() <= most_bytes) return out;
  // Not in the middle of a word, which may be a character of several bytes.
  const size_t end = out.find_last_of(" \n", most_bytes);
  return out.substr(0, end == std::string::npos ? most_bytes : end) + " …\n";
}

std::optional<std::string> FindQuote(const ApiDoc& doc, const std::string& quote) {
  const std::string wanted = Normal(quote);
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
