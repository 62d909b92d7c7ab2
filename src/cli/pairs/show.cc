// assay pairs show: the twin of one API.
#include "cli/command.h"
#include "cli/pairs/access.h"
#include "cli/table.h"
#include "knowledge/api/documentation.h"

namespace assay::cli::pairs {
namespace {

// More names than this help nobody.
constexpr size_t kSuggestions = 5;

struct ShowFlags {
  std::string name;
  std::vector<std::string> to;
  bool names_only = false, json = false;
};

void PrintExample(const std::string& framework, const std::string& example) {
  if (example.empty()) return;
  std::cout << "\n" << framework << "\n";
  for (const std::string& line : Split(example, '\n')) std::cout << "  " << line << "\n";
}

void PrintShow(const knowledge::Pair& pair, const knowledge::PairBase& base) {
  std::cout << pair.from << " (" << base.from << " " << base.from_version << ") is " << pair.to
            << " (" << base.to << " " << base.to_version << "), by " << pair.by << ", score "
            << pair.score << "\n\n";
  Table table({pair.from, pair.to, "note"});
  for (const knowledge::ParameterPair& p : pair.parameters)
    table.AddRow({p.from.empty() ? "-" : p.from, p.to.empty() ? "-" : p.to, p.note});
  table.Print(std::cout, StdoutIsTerminal());
  PrintExample(base.from, pair.from_example);
  PrintExample(base.to, pair.to_example);
  std::cout << "\n";
}

// The canonical name of what the user wrote; an error with the nearest names.
Result<std::string> KnownName(const knowledge::ApiBase& base, const std::string& name) {
  if (const knowledge::ApiDoc* doc = knowledge::FindDoc(base, name)) return doc->name;
  const auto near = knowledge::NearestNames(base, name, kSuggestions);
  return Invalid(StrCat("no API '", name, "' is documented in ", base.framework, " ", base.version,
                        "; ",
                        near.empty() ? StrCat("`assay docs list ", base.framework, "` shows all")
                                     : StrCat("the nearest: ", Join(near, ", "))));
}

Result<int> RunShow(const ShowFlags& flags) {
  std::string name = flags.name;
  ASSAY_ASSIGN(const auto subject, knowledge::FrameworkOfApi(name, "", ""));
  // First, so that a wrong name is told at once.
  ASSAY_ASSIGN(const auto documented, knowledge::DocumentationOf(subject));
  ASSAY_ASSIGN(const auto known, KnownName(documented, name));
  std::vector<std::string> others = flags.to;
  if (others.empty())
    for (const char* framework : {"torch", "tensorflow", "jax"})
      if (framework != subject.framework) others.push_back(framework);
  nlohmann::json all = nlohmann::json::array();
  for (const std::string& other : others) {
    ASSAY_ASSIGN(const auto answer, PairsOf({subject.framework, other, flags.names_only, false}));
    Warn(answer);
    const knowledge::Pair* pair = knowledge::FindPair(answer.pairs, known);
    if (pair != nullptr) all.push_back(knowledge::PairJson(*pair));
    if (pair != nullptr && !flags.json) PrintShow(*pair, answer.pairs);
    if (pair == nullptr && !flags.json)
      std::cout << known << " has no twin in " << other << " that is sure enough\n";
  }
  if (flags.json) PrintJson(all);
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(App& app) {
  const auto flags = std::make_shared<ShowFlags>();
  app.AddOption("api", flags->name, "full name: torch.addmm, tf.math.add, jnp.sum").Required();
  app.AddOption("--to", flags->to, "only in this framework (default: torch, tensorflow, jax)");
  app.AddFlag("--names-only", flags->names_only, "compare names, not what APIs do");
  app.AddFlag("--json", flags->json, "print a JSON list: one pair per framework");
  return [flags] { return ExitCode(RunShow(*flags)); };
}

}  // namespace assay::cli::pairs
