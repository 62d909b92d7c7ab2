#include "optbug/snippet.h"

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"
#include "optbug/features.h"
#include "program/parse/program.h"

namespace assay::optbug {

std::vector<std::string> Snippet::apis() const {
  std::vector<std::string> out = layers;
  for (const std::string& api : optimisers)
    if (std::find(out.begin(), out.end(), api) == out.end()) out.push_back(api);
  return out;
}

std::vector<std::string> Snippet::all_types() const {
  std::vector<std::string> out = types;
  if (!exception.empty()) out.push_back(exception);
  return out;
}

bool ReadStructure(Snippet& snippet) {
  const program::Program program = program::ReadProgram(snippet.source);
  if (!program.errors().empty()) return false;
  snippet.parts = program::Decompose(program);
  if (snippet.framework.empty()) snippet.framework = FrameworkOf(program);
  snippet.optimisers = OptimisersOf(program, snippet.parts);
  snippet.layers = LayersOf(program, snippet.parts);
  snippet.types = TypesOf(program, snippet.parts);
  snippet.model = DescribeModel(program, snippet.parts);
  snippet.data = DescribeData(snippet.parts);
  return !snippet.optimisers.empty();
}

nlohmann::json ToJson(const Snippet& snippet) {
  return {{"id", snippet.id},
          {"framework", snippet.framework},
          {"origin", snippet.origin},
          {"title", snippet.title},
          {"model", snippet.model},
          {"data", snippet.data},
          {"layers", snippet.layers},
          {"optimisers", snippet.optimisers},
          {"types", snippet.types},
          {"exception", snippet.exception},
          {"location", snippet.location},
          {"reason", snippet.reason},
          {"category", snippet.category},
          {"by", snippet.by}};
}

}  // namespace assay::optbug
