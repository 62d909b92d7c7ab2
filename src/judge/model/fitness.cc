#include "judge/model/fitness.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "judge/model/arguments.h"
#include "program/parse/program.h"

namespace assay::judge::model {
namespace {

using program::Call;

bool Within(program::Span inner, program::Span outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// The deepest variable that `text` names.
size_t DeepestName(const std::string& text, const std::map<std::string, size_t>& depths) {
  static const RE2 kName(R"(([A-Za-z_]\w*))");
  size_t out = 0;
  std::string name;
  re2::StringPiece rest(text);
  while (RE2::FindAndConsume(&rest, kName, &name))
    if (const auto found = depths.find(name); found != depths.end())
      out = std::max(out, found->second);
  return out;
}

}  // namespace

Fitness FitnessOf(const std::string& text) {
  const program::Program program = program::ReadProgram(text);
  Fitness out;
  std::map<std::string, size_t> variables;
  std::vector<size_t> depths;  // of calls so far: inner ones come first, and so do earlier ones
  std::set<std::string> apis, whole;
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    const std::string written = text.substr(call.span.begin, call.span.end - call.span.begin);
    size_t depth = DeepestName(written, variables);
    for (size_t k = 0; k < i; ++k)
      if (Within(program.calls[k].span, call.span)) depth = std::max(depth, depths[k]);
    if (!call.api.empty()) {
      ++depth;
      apis.insert(call.api);
      out.repeated += whole.insert(call.api + Dense(written)).second ? 0 : 1;
    }
    depths.push_back(depth);
    if (!call.assigned.empty()) variables[call.assigned] = depth;
    out.depth = std::max(out.depth, depth);
  }
  out.apis = apis.size();
  return out;
}

}  // namespace assay::judge::model
