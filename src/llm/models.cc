#include "llm/models.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/folders.h"
#include "base/hash.h"
#include "base/strings.h"

namespace assay::llm {
namespace {

namespace fs = std::filesystem;
constexpr std::array kModels = {
#define MODEL(name, file, bytes, sha256, environment) \
  ModelDef{name, file, bytes, sha256, environment},
#include "llm/models.def"
#undef MODEL
};
constexpr std::streamoff kEndBytes = 1 << 20;  // hashed at either end: names, sizes, last weights

Result<std::string> IdOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string first(kEndBytes, '\0'), last(kEndBytes, '\0');
  file.read(first.data(), kEndBytes);
  if (!file && file.gcount() == 0) return Invalid(path + ": cannot be read");
  if (!first.starts_with("GGUF")) return Invalid(path + ": is not a GGUF file");
  file.clear();
  const auto size = static_cast<std::streamoff>(fs::file_size(path));
  file.seekg(std::max<std::streamoff>(0, size - kEndBytes));
  file.read(last.data(), kEndBytes);
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx",
                static_cast<unsigned long long>(
                    HashCombine(HashBytes(first), HashBytes(last, static_cast<uint64_t>(size)))));
  return StrCat(fs::path(path).stem().string(), "-", hash);
}

Result<ModelFile> LocateFile(const std::string& path) {
  std::error_code failed;
  const std::string real = fs::canonical(path, failed);  // a link is called what it leads to
  if (failed || !fs::is_regular_file(real, failed))
    return Invalid(StrCat(path, ": there is no such model file"));
  ASSAY_ASSIGN(const std::string id, IdOf(real));
  return ModelFile{real, id};
}

// The hash was checked when the file was put there; its size shows that it is whole.
bool IsPulled(const ModelDef& model) {
  std::error_code failed;
  const uint64_t size = fs::file_size(ModelPath(model), failed);
  return !failed && size == model.bytes;
}

Result<ModelFile> LocateAny() {
  std::error_code failed;
  if (fs::is_symlink(OwnModelPath(), failed)) {
    if (fs::exists(OwnModelPath(), failed)) return LocateFile(OwnModelPath());
    return Invalid(StrCat(fs::read_symlink(OwnModelPath(), failed).string(),
                          ": your own model is gone; choose another with: assay llm pull --gguf "
                          "FILE, or go without with: rm ",
                          OwnModelPath()));
  }
  for (auto model = kModels.rbegin(); model != kModels.rend(); ++model)
    if (IsPulled(*model)) return ModelFile{ModelPath(*model), std::string(model->file)};
  return Invalid(
      "no model is on this machine; fetch one with: assay llm pull (or use your own: assay llm "
      "pull "
      "--gguf FILE)");
}

}  // namespace

std::span<const ModelDef> AllModels() { return kModels; }

Result<const ModelDef*> FindModel(const std::string& name) {
  std::vector<std::string> names;
  for (const ModelDef& model : kModels) {
    if (model.name == name) return &model;
    names.emplace_back(model.name);
  }
  return Invalid(StrCat("there is no pinned model '", name, "'; choose one of ", Join(names, ", "),
                        ", or give a GGUF file of your own"));
}

std::string ModelPath(const ModelDef& model) {
  return StrCat(CacheFolder(), "/models/", model.file, ".gguf");
}

std::string OwnModelPath() { return CacheFolder() + "/models/own.gguf"; }

Result<ModelFile> LocateModel(const std::string& wanted) {
  if (wanted == "auto") return LocateAny();
  if (wanted.find('/') != std::string::npos || wanted.ends_with(".gguf")) return LocateFile(wanted);
  ASSAY_ASSIGN(const ModelDef* model, FindModel(wanted));
  if (!IsPulled(*model))
    return Invalid(StrCat("the model ", wanted,
                          " is not on this machine; fetch it with: assay llm pull --model ",
                          wanted));
  return ModelFile{ModelPath(*model), std::string(model->file)};
}

}  // namespace assay::llm
