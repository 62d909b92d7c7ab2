// assay docs import: an API base that was saved earlier or made by hand.
#include "base/files.h"
#include "cli/command.h"
#include "knowledge/api/documentation.h"

namespace assay::cli::docs {
namespace {

struct ImportFlags {
  std::string file, framework, version;
  bool any_version = false, json = false;
};

Result<knowledge::ApiBase> Read(const ImportFlags& flags) {
  ASSAY_ASSIGN(const std::string text, ReadFile(flags.file));
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return Invalid(StrCat(flags.file, " is not JSON: ", error.what()));
  }
  auto base = knowledge::ReadApiBase(json);
  if (!base.ok()) return Invalid(StrCat(flags.file, ": ", base.error().message));
  if (!flags.framework.empty()) base->framework = flags.framework;
  if (!flags.version.empty()) base->version = flags.version;
  if (base->framework.empty())
    return Invalid(
        StrCat(flags.file, " does not say whose APIs these are; say it with --framework"));
  if (base->docs.empty()) return Invalid(StrCat(flags.file, " holds no API"));
  return base;
}

Result<int> RunImport(const ImportFlags& flags) {
  ASSAY_ASSIGN(auto base, Read(flags));
  ASSAY_ASSIGN(const auto subject, knowledge::FindFramework(base.framework, ""));
  ASSAY_ASSIGN(const auto version,
               knowledge::VersionToKeep(subject, base.version, flags.any_version));
  base.version = version;
  base.source = "import";
  knowledge::Stamp(base);
  const knowledge::ApiShelf shelf;
  ASSAY_RETURN_IF_ERROR(shelf.Keep(base));
  const std::string file = shelf.PathOf(base.framework, base.version, base.source);
  if (flags.json)
    return PrintJson(nlohmann::json{{"framework", base.framework},
                                    {"version", base.version},
                                    {"apis", base.docs.size()},
                                    {"file", file}});
  std::cout << base.docs.size() << " APIs of " << base.framework << " " << base.version
            << " imported; they count before what else is known of them\nkept in " << file << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupImport(App& app) {
  const auto flags = std::make_shared<ImportFlags>();
  app.AddOption(
         "file", flags->file,
         "JSON: one API as `assay docs show --json` prints it, a list of such, or a whole base")
      .Required();
  app.AddOption("--framework", flags->framework, "its framework, if the file does not say it");
  app.AddOption("--version", flags->version, "its version, if the file does not say it");
  app.AddFlag("--any-version", flags->any_version, "keep it even if another version is installed");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunImport(*flags)); };
}

}  // namespace assay::cli::docs
