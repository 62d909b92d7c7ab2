// assay docs list: the documented APIs of a framework.
#include "cli/command.h"
#include "cli/table.h"
#include "knowledge/api/documentation.h"
#include "knowledge/api/introspect.h"

namespace assay::cli::docs {
namespace {

struct ListFlags {
  std::string framework, version, kind, match;
  bool json = false, deprecated = false, undocumented = false;
};

bool Kept(const knowledge::ApiDoc& doc, const ListFlags& flags) {
  return (flags.kind.empty() || doc.kind == flags.kind) &&
         (flags.match.empty() || GlobMatch(flags.match, doc.name)) &&
         (!flags.deprecated || !doc.deprecated.empty());
}

nlohmann::json Entry(const knowledge::ApiDoc& doc) {
  std::vector<std::string> parameters;
  size_t constraints = 0;
  for (const knowledge::Parameter& parameter : doc.parameters) {
    parameters.push_back(parameter.name);
    constraints += parameter.constraints.size();
  }
  return With(ASSAY_FIELDS(doc, name, kind, signature, aliases, deprecated, source),
              {{"parameters", parameters},
               {"constraints", constraints},
               {"documented", doc.source != knowledge::kUndocumented}});
}

// "; 412 more have no documentation", as far as that is known already.
std::string MoreWithout(const knowledge::ApiBase& base, const ListFlags& flags) {
  const auto rest =
      knowledge::ApiShelf().Load(base.framework, base.version, knowledge::kUndocumented);
  if (flags.undocumented || !rest.ok() || rest->docs.empty()) return "";
  return StrCat("; ", rest->docs.size(),
                " more public names have no documentation (--undocumented lists them)");
}

Result<int> RunList(const ListFlags& flags) {
  ASSAY_ASSIGN(const auto subject, knowledge::FindFramework(flags.framework, flags.version));
  ASSAY_ASSIGN(const auto base, flags.undocumented ? knowledge::UndocumentedOf(subject)
                                                   : knowledge::DocumentationOf(subject));
  nlohmann::json all = nlohmann::json::array();
  for (const knowledge::ApiDoc& doc : base.docs)
    if (Kept(doc, flags)) all.push_back(Entry(doc));
  if (flags.json) return PrintJson(all);
  Table table({"API", "kind", "constraints", "parameters"});
  for (const nlohmann::json& entry : all)
    table.AddRow({entry["name"], entry["kind"], entry["constraints"].dump(),
                  Join(entry["parameters"].get<std::vector<std::string>>(), ", ")});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << all.size() << " APIs of " << base.framework << " " << base.version << " ("
            << base.source << ")" << MoreWithout(base, flags) << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupList(App& app) {
  const auto flags = std::make_shared<ListFlags>();
  app.AddOption("framework", flags->framework,
                "torch, tensorflow, jax, or what was crawled or imported")
      .Required();
  app.AddOption("--version", flags->version, "another version than the installed one");
  app.AddOption("--kind", flags->kind, "only function, class or method");
  app.AddOption("--match", flags->match, "only names that match this pattern (* and ?)");
  app.AddFlag("--deprecated", flags->deprecated, "only those that are deprecated");
  app.AddFlag("--undocumented", flags->undocumented,
              "public names without documentation, in place of the documented ones");
  app.AddFlag("--json", flags->json, "print a JSON list");
  return [flags] { return ExitCode(RunList(*flags)); };
}

}  // namespace assay::cli::docs
