#include "knowledge/pairs/found_pairs.h"

#include <filesystem>
#include <iostream>

#include "base/files.h"
#include "base/progress_line.h"
#include "base/strings.h"
#include "knowledge/api/documentation.h"
#include "knowledge/pairs/build.h"
#include "knowledge/pairs/minilm.h"
#include "lab/run_script.h"

namespace assay::knowledge {
namespace {

// The remedy when only names could be compared.
constexpr const char* kRemedy = "; once it is there, `assay pairs build` compares again";

Result<ApiBase> Documentation(const std::string& framework) {
  ASSAY_ASSIGN(const DocumentedFramework subject, FindFramework(framework, ""));
  return DocumentationOf(subject);
}

// Fetches what is missing of the model. "": all is there; otherwise what is not.
std::string FetchModel(const MiniLm& model) {
  for (const ModelPart& part : MiniLmParts()) {
    const std::string path = model.PathOf(part);
    if (std::filesystem::exists(path)) continue;
    std::cerr << "assay: fetching the embedding model (" << part.file << ")\n";
    std::vector<std::string> words = lab::PythonScript(lab::HomeFolder() + "/scripts/pull-model");
    words.insert(words.end(), {std::string(part.environment), path, std::string(part.sha256),
                               std::string(part.member)});
    if (lab::RunScript(words) != 0) break;
  }
  return model.Missing();
}

}  // namespace

Result<FoundPairs> PairsOf(const PairsRequest& request) {
  if (request.from == request.to)
    return Invalid(StrCat("twins are looked for in another framework than ", request.from));
  FoundPairs out;
  ASSAY_ASSIGN(out.from, Documentation(request.from));
  ASSAY_ASSIGN(out.to, Documentation(request.to));
  const std::string rules_path = lab::HomeFolder() + "/data/knowledge/pairs.toml";
  ASSAY_ASSIGN(const std::string rules_text, ReadFile(rules_path));
  ASSAY_ASSIGN(const PairRules rules, LoadPairRules(rules_path));

  ProgressLine progress;
  const auto tell = [&](const std::string& what) {
    progress.Show(StrCat("pairs: ", request.from, ", ", request.to, ": ", what));
  };
  MiniLm model(lab::HomeFolder(), tell);
  const PairShelf shelf;
  out.file = shelf.PathOf(out.from.framework, out.from.version, out.to.framework, out.to.version);
  std::string used = request.names_only ? "names" : model.Name();
  const auto load = [&]() -> bool {
    auto kept = shelf.Load(out.from.framework, out.from.version, out.to.framework, out.to.version,
                           PairFingerprint(out.from, out.to, rules_text, used));
    if (request.anew || !kept.ok()) return false;
    out.pairs = std::move(kept).value();
    return true;
  };
  if (load()) return out;
  if (!request.names_only)
    if (const std::string missing = FetchModel(model); !missing.empty()) {
      out.warning = StrCat("twins by name only: missing is ", missing, kRemedy);
      used = "names";
      if (load()) return out;
    }
  ASSAY_ASSIGN(out.pairs,
               BuildPairs(out.from, out.to, rules, used == "names" ? nullptr : &model, tell));
  out.pairs.fingerprint = PairFingerprint(out.from, out.to, rules_text, used);
  ASSAY_RETURN_IF_ERROR(shelf.Keep(out.pairs));
  return out;
}

}  // namespace assay::knowledge
