// A model served by a child process on a loopback port.
//
// The child is started by a thread of its own that lives as long as this object: a child dies with
// the thread that started it, so it ends when this object goes, when assay ends, and when assay is
// killed.
#pragma once

#include <memory>
#include <string>

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

}  // namespace assay::llm
