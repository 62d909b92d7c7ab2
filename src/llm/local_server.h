// A model served by a child process on a loopback port.
//
// The child is started by a thread of its own that lives as long as this object: a child dies with
// the thread that started it, so it ends when this object goes, when assay ends, and when assay is
// killed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "llm/config.h"

namespace assay::llm {

class LocalServer {
 public:
  // The folder of the Python environment that the server needs; whether it is there is not checked.
  static std::string Environment();

  // Waits until the model is loaded and the server says that it is well.
  static Result<std::unique_ptr<LocalServer>> Start(const std::string& model_path,
                                                    const LocalConfig& config);
  ~LocalServer();

  const std::string& base_url() const { return base_url_; }  // with /v1
  // What it held at most so far, in megabytes.
  double PeakMegabytes() const;

 private:
  class Keeper;
  LocalServer();
  std::unique_ptr<Keeper> keeper_;
  std::string base_url_;
};

// Model files: the pinned ones of models.def, and the user's own.
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
