#include "optbug/describe.h"

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "knowledge/issues/classify.h"
#include "knowledge/text.h"

namespace assay::optbug {
namespace {

using knowledge::Issue;
using knowledge::ReportedError;

struct LabelModule {
  std::string_view label, module;
};
constexpr LabelModule kLabelModules[] = {
#define LABEL(label, module) {label, module},
#include "optbug/label_modules.def"
#undef LABEL
};

std::string ModuleOfLabels(const std::vector<std::string>& labels) {
  for (const LabelModule& known : kLabelModules)
    for (const std::string& label : labels)
      if (Lower(label) == Lower(known.label)) return std::string(known.module);
  return "";
}

// Programs that show a wrong result do it by an assertion, the statement or a function's.
bool Asserts(const std::string& source) {
  for (const std::string& line : Split(source, '\n')) {
    const std::string_view text = Trim(line);
    if (text.starts_with("assert ") || text.find("assert_") != std::string_view::npos) return true;
  }
  return false;
}

// The first line of the documentation string; "" without one.
std::string DocLine(const std::string& source) {
  if (!source.starts_with("\"\"\"")) return "";
  const std::string rest = source.substr(3);
  const std::string line = rest.substr(0, rest.find('\n'));
  return std::string(Trim(line.substr(0, line.find("\"\"\""))));
}

// "title (owner/name#1)." without the report's name.
std::string WithoutReport(std::string line) {
  const size_t at = line.rfind(" (");
  if (at != std::string::npos && line.find('#', at) != std::string::npos) line.erase(at);
  return line;
}

void TakeError(const ReportedError& error, Snippet& snippet) {
  snippet.exception = error.exception;
  snippet.location = LocationOf(error, snippet.framework);
}

void FillLocation(Snippet& snippet) {
  if (snippet.location.empty() && !snippet.optimisers.empty())
    snippet.location = ModuleOfOptimiser(snippet.optimisers.front());
}

void TakeCategory(const Issue& issue, const knowledge::Parts& parts, Snippet& snippet) {
  const knowledge::Classified classified =
      knowledge::Classify(issue, parts, knowledge::Scheme::kOptimisation);
  snippet.category = classified.category;
  snippet.by = classified.by;
}

void Tell(Snippet& snippet, const char* what, const std::string& text) {
  if (!text.empty()) snippet.told.push_back(StrCat(what, ": ", knowledge::Squeeze(text)));
}

// The lines of Figure 6: title, exception, trace, version, labels, pull request.
void TellIssue(const Issue& issue, const knowledge::Parts& parts, Snippet& snippet) {
  Tell(snippet, "Title", issue.title);
  if (parts.error.has_value()) {
    Tell(snippet, "Exception", StrCat(parts.error->exception, ": ", parts.error->message));
    if (!parts.error->frames.empty()) {
      const knowledge::Frame& frame = parts.error->frames.back();
      Tell(snippet, "Trace", StrCat(frame.file, " line ", frame.line, ", in ", frame.function));
    }
  }
  if (const auto version = parts.versions.find(snippet.framework); version != parts.versions.end())
    Tell(snippet, "Version", version->second);
  Tell(snippet, "Labels", Join(issue.labels, ", "));
  if (!issue.fixes.empty()) Tell(snippet, "PR Title", issue.fixes.front().title);
}

}  // namespace

std::string ModuleOfFile(const std::string& file, const std::string& framework) {
  // Keras is TensorFlow's since it became a package of its own.
  const std::vector<std::string> roots = framework == "tensorflow"
                                             ? std::vector<std::string>{"tensorflow/", "keras/"}
                                             : std::vector<std::string>{framework + "/"};
  for (const std::string& root : roots) {
    size_t at = file.find("-packages/" + root);
    at = at == std::string::npos ? (file.starts_with(root) ? 0 : at) : at + 10;
    if (at == std::string::npos) continue;
    std::string module = file.substr(at);
    for (const std::string_view ending : {".py", "/__init__"})
      if (module.ends_with(ending)) module.erase(module.size() - ending.size());
    std::replace(module.begin(), module.end(), '/', '.');
    return module;
  }
  return "";
}

std::string LocationOf(const ReportedError& error, const std::string& framework) {
  for (auto frame = error.frames.rbegin(); frame != error.frames.rend(); ++frame)
    if (const std::string module = ModuleOfFile(frame->file, framework); !module.empty())
      return module;
  return "";
}

std::string ModuleOfOptimiser(const std::string& api) {
  std::string module = api.substr(0, api.rfind('.'));
  // tensorflow.lite.TFLiteConverter.from_keras_model: a class is no module.
  const std::string_view last = knowledge::LastPart(module);
  if (!last.empty() && std::isupper(static_cast<unsigned char>(last[0])) != 0)
    module = module.substr(0, module.rfind('.'));
  return module.find('.') == std::string::npos ? api : module;
}

std::string ReasonOfTitle(const std::string& title) {
  std::string text = WithoutReport(knowledge::Squeeze(title));
  while (text.starts_with('[')) {
    const size_t end = text.find(']');
    if (end == std::string::npos) break;
    text = std::string(Trim(text.substr(end + 1)));
  }
  const std::string lower = Lower(text);
  for (const std::string_view word : {"fixes ", "fixed ", "fixing ", "fix "}) {
    const size_t at = lower.find(word);
    if (at == std::string::npos || (at > 0 && lower[at - 1] != ' ')) continue;
    return std::string(Trim(text.substr(at + word.size())));
  }
  return text;
}

void DescribePool(const knowledge::PoolProgram& program, Snippet& snippet) {
  snippet.title = WithoutReport(DocLine(program.code));
  snippet.reason = program.shows;
  snippet.category = program.category;
  snippet.by = "pool";
  if (const auto error = knowledge::FindError(program.message); error.has_value())
    TakeError(*error, snippet);
  if (snippet.exception.empty() && program.message.starts_with("AssertionError"))
    snippet.exception = "AssertionError";
  const bool silent = program.symptom == "wrong-result" || program.symptom == "missing-check" ||
                      program.symptom == "memory";
  if (snippet.exception.empty() && silent && Asserts(program.code))
    snippet.exception = "AssertionError";
  FillLocation(snippet);
}

void DescribeProgram(Snippet& snippet) {
  snippet.title = WithoutReport(DocLine(snippet.source));
  snippet.reason = snippet.title;
  Issue issue{.title = snippet.title};
  for (const std::string& line : Split(snippet.source, '\n'))
    if (const size_t mark = line.find('#'); mark != std::string::npos)
      issue.body += line.substr(mark + 1) + "\n";
  const knowledge::Parts parts = knowledge::SplitIssue(issue);
  TellIssue(issue, parts, snippet);
  TakeCategory(issue, parts, snippet);
  if (const auto error = knowledge::FindError(issue.body); error.has_value())
    TakeError(*error, snippet);
  else if (Asserts(snippet.source))
    snippet.exception = "AssertionError";
  FillLocation(snippet);
}

void DescribeIssue(const Issue& issue, const knowledge::Parts& parts, Snippet& snippet) {
  TellIssue(issue, parts, snippet);
  snippet.title = knowledge::Squeeze(issue.title);
  snippet.reason = issue.fixes.empty() ? snippet.title : ReasonOfTitle(issue.fixes.front().title);
  if (parts.error.has_value()) TakeError(*parts.error, snippet);
  if (snippet.location.empty()) snippet.location = ModuleOfLabels(issue.labels);
  if (snippet.exception.empty() && Asserts(snippet.source)) snippet.exception = "AssertionError";
  FillLocation(snippet);
  TakeCategory(issue, parts, snippet);
}

}  // namespace assay::optbug
