#include "trial/examples/doctest.h"

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::trial {
namespace {

// The statement behind a prompt; a space may follow it.
bool Prompted(std::string_view line, std::string_view prompt, std::string& out) {
  const std::string_view text = line.substr(std::min(line.size(), knowledge::IndentOf(line)));
  if (!text.starts_with(prompt)) return false;
  std::string_view rest = text.substr(prompt.size());
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  out = rest;
  return true;
}

std::string CodeOf(const std::string& example) {
  std::string prompted, plain, statement;
  bool open = false;  // a statement that may go on
  for (const std::string& line : Split(example, '\n')) {
    if (Trim(line).starts_with("```")) continue;
    plain += line + "\n";
    open = Prompted(line, ">>>", statement) || (open && Prompted(line, "...", statement));
    if (open) prompted += statement + "\n";
  }
  return prompted.empty() ? plain : prompted;
}

}  // namespace

std::vector<std::string> ExamplePrograms(const knowledge::ApiDoc& doc) {
  std::vector<std::string> out;
  std::string all;
  for (const std::string& example : doc.examples) {
    out.push_back(CodeOf(example));
    all += out.back();
  }
  if (out.size() > 1) out.push_back(all);
  return out;
}

}  // namespace assay::trial
