// Model files: the pinned ones of models.def, and the user's own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::llm {

struct ModelDef {
  std::string_view name, file;
  uint64_t bytes;
  std::string_view sha256, environment;
};

std::span<const ModelDef> AllModels();
// By name; an unknown one is answered with the list.
Result<const ModelDef*> FindModel(const std::string& name);
// Where a pinned model lies once it is pulled.
std::string ModelPath(const ModelDef& model);

struct ModelFile {
  std::string path;
  // What answers are kept under. For a file of the user: its name and a hash of its ends, so that
  // another file of the same name is another model.
  std::string id;
};

// Where `assay llm pull --gguf` puts a link to the user's own model.
std::string OwnModelPath();

// `wanted`: a name of models.def, the path of a GGUF file, or "auto": the user's own, or else the
// largest pinned one that was pulled. An error says what helps.
Result<ModelFile> LocateModel(const std::string& wanted);

}  // namespace assay::llm
