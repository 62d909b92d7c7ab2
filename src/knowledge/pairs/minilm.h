// Embeddings by MiniLM, run by ONNX Runtime in the environment `onnxruntime`; what was embedded
// once is kept.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/folders.h"
#include "knowledge/pairs/embedder.h"

namespace assay::knowledge {

// A file of the model and where it comes from: the arguments of scripts/pull-model.
struct ModelPart {
  std::string_view environment, file, sha256, member;
};
std::span<const ModelPart> MiniLmParts();

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

}  // namespace assay::knowledge
