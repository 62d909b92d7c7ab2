#include "trial/examples/bind.h"

#include "base/strings.h"
#include "knowledge/api/signature.h"

namespace assay::trial {
namespace {

using knowledge::Parameter;

// Names by position; those behind *args are out of reach.
std::vector<std::string> Positions(const std::vector<Parameter>& parameters) {
  std::vector<std::string> out;
  for (const Parameter& parameter : parameters) {
    if (parameter.name == "self") continue;
    if (!parameter.kind.starts_with("positional")) break;
    out.push_back(parameter.name);
  }
  return out;
}

// Names by position as far as all overloads agree.
std::vector<std::string> CommonPositions(const knowledge::ApiDoc& doc) {
  std::vector<std::string> out = Positions(doc.parameters);
  const std::vector<std::string> lines = Split(doc.signature, '\n');
  if (lines.size() < 2) return out;
  for (const std::string& line : lines) {
    const auto signature = knowledge::ParseSignature(line);
    if (!signature.ok()) continue;
    const std::vector<std::string> other = Positions(signature->parameters);
    for (size_t i = 0; i < out.size(); ++i)
      if (i >= other.size() || other[i] != out[i]) out[i].clear();
  }
  return out;
}

bool IsSpread(const program::Argument& argument) {
  return argument.keyword == "*" || argument.keyword == "**";
}

}  // namespace

std::vector<CallArgument> BindArguments(const std::vector<program::Argument>& arguments,
                                        const knowledge::ApiDoc& doc) {
  const std::vector<std::string> positions = CommonPositions(doc);
  std::vector<CallArgument> out;
  size_t position = 0;
  for (const program::Argument& argument : arguments) {
    CallArgument bound;
    bound.expression = argument.text;
    if (IsSpread(argument)) {
      position = positions.size();
    } else if (!argument.keyword.empty()) {
      bound.name = argument.keyword;
      bound.keyword = true;
    } else if (position < positions.size()) {
      bound.name = positions[position++];
    }
    out.push_back(std::move(bound));
  }
  return out;
}

std::vector<CallArgument> NameArguments(const std::vector<program::Argument>& arguments) {
  std::vector<CallArgument> out;
  for (const program::Argument& argument : arguments) {
    CallArgument bound;
    bound.expression = argument.text;
    if (!IsSpread(argument)) {
      bound.keyword = !argument.keyword.empty();
      bound.name = bound.keyword ? argument.keyword
                   : out.empty() ? "x"
                                 : StrCat("x", out.size() + 1);
    }
    out.push_back(std::move(bound));
  }
  return out;
}

}  // namespace assay::trial
