// assay run --explain: a program's text taken apart, without running it.
#include <algorithm>

#include "base/json.h"
#include "cli/command.h"
#include "cli/run_report.h"
#include "cli/table.h"
#include "program/parse/decompose.h"

namespace assay::cli {
namespace {

using Json = nlohmann::json;
using program::Decomposition;
using program::Program;

Json ArgumentsJson(const program::Call& call) {
  Json out = Json::array();
  for (const program::Argument& argument : call.arguments)
    out.push_back({{"keyword", argument.keyword}, {"text", argument.text}});
  return out;
}

std::vector<std::string> LayerNames(const Program& parsed, const program::ModelPart& part) {
  std::vector<std::string> out;
  for (const size_t place : part.layers) out.push_back(parsed.calls[place].api);
  return out;
}

std::string_view KindName(program::ModelPart::Kind kind) {
  constexpr std::string_view kNames[] = {"class", "functional", "function"};
  return kNames[static_cast<int>(kind)];
}

Json PartsJson(const Program& parsed, const Decomposition& parts) {
  Json models = Json::array(), inputs = Json::array(), optimisers = Json::array();
  for (const program::ModelPart& part : parts.models)
    models.push_back(With(ASSAY_FIELDS(part, name, framework, line),
                          {{"kind", KindName(part.kind)}, {"layers", LayerNames(parsed, part)}}));
  for (const program::InputPart& part : parts.inputs)
    inputs.push_back(ASSAY_FIELDS(part, name, type, text, line));
  for (const program::OptimiserPart& part : parts.optimisers)
    optimisers.push_back(
        {{"api", part.api}, {"technique", part.technique}, {"line", parsed.calls[part.call].line}});
  return {{"models", models},
          {"inputs", inputs},
          {"optimisers", optimisers},
          {"complete", parts.Complete()}};
}

Json ProgramJson(const std::string& path, const Program& parsed, const Decomposition& parts) {
  Json out = PartsJson(parsed, parts);
  out["program"] = path;
  out["imports"] = out["calls"] = out["definitions"] = out["errors"] = Json::array();
  for (const program::Import& import : parsed.imports)
    out["imports"].push_back({{"name", import.full},
                              {"as", import.local},
                              {"line", import.line},
                              {"guarded", import.guarded}});
  for (const program::Call& call : parsed.calls)
    out["calls"].push_back(With(
        ASSAY_FIELDS(call, written, line, column, inside, assigned, decorator),
        {{"api", call.api.empty() ? Json() : Json(call.api)}, {"arguments", ArgumentsJson(call)}}));
  for (const program::Definition& made : parsed.definitions)
    out["definitions"].push_back(
        With(ASSAY_FIELDS(made, name, bases, parameters, line),
             {{"kind", made.kind == program::Definition::Kind::kClass ? "class" : "function"}}));
  for (const program::SyntaxError& error : parsed.errors())
    out["errors"].push_back(ASSAY_FIELDS(error, line, column, message));
  return out;
}

std::string Short(const std::string& text) {
  constexpr size_t kWidth = 60;
  std::string line = text.substr(0, text.find('\n'));
  const bool cut = line.size() < text.size() || line.size() > kWidth;
  line.resize(std::min(line.size(), kWidth));
  return Visible(line) + (cut ? " …" : "");
}

// One row per part, in the order of the text within its kind.
void PrintProgram(const std::string& path, const Program& parsed, const Decomposition& parts) {
  Table table({"part", "line", "name", "detail"});
  const auto row = [&](std::string part, int line, const std::string& name, std::string detail,
                       Tone tone = Tone::kPlain) {
    table.AddRow({std::move(part), StrCat(line), Short(name), Short(detail)}, {{0, tone}});
  };
  for (const program::Import& import : parsed.imports)
    row("import", import.line, import.full,
        StrCat("as ", import.local, import.guarded ? ", may fail" : ""));
  for (const program::ModelPart& part : parts.models)
    row("model", part.line, part.name,
        StrCat(part.framework, " ", KindName(part.kind), ": ",
               Join(LayerNames(parsed, part), ", ")));
  for (const program::InputPart& part : parts.inputs) row("input", part.line, part.name, part.text);
  for (const program::OptimiserPart& part : parts.optimisers)
    row("optimiser", parsed.calls[part.call].line, part.api, part.technique);
  for (const program::Call& call : parsed.calls)
    row("call", call.line, call.api.empty() ? "?" : call.api, call.written,
        call.api.empty() ? Tone::kDim : Tone::kPlain);
  for (const program::SyntaxError& error : parsed.errors())
    row("error", error.line, StrCat("column ", error.column), error.message, Tone::kBad);
  std::cout << Visible(path) << "\n";
  table.Print(std::cout, StdoutIsTerminal());
}

}  // namespace

int ExplainPrograms(const std::vector<RunTask>& tasks, bool json) {
  Json all = Json::array();
  bool broken = false;
  for (const RunTask& task : tasks) {
    if (task.unreadable) {
      broken = true;
      all.push_back({{"program", task.path}, {"error", task.outcome.error().message}});
      if (!json) std::cout << Visible(task.outcome.error().message) << "\n";
      continue;
    }
    const Program parsed = program::ReadProgram(task.text);
    const Decomposition parts = program::Decompose(parsed);
    broken = broken || !parsed.errors().empty();
    if (json)
      all.push_back(ProgramJson(task.path, parsed, parts));
    else
      PrintProgram(task.path, parsed, parts);
  }
  if (json) PrintJson(all.size() == 1 ? all[0] : all);
  return broken ? kFindings : kDone;
}

}  // namespace assay::cli
