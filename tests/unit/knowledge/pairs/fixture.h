// Small frameworks for tests of pairs.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/api/api_base.h"
#include "knowledge/pairs/features.h"
#include "knowledge/text.h"

namespace assay::knowledge {

inline Parameter MakeParameter(const std::string& name, const std::string& default_value = "") {
  Parameter out;
  out.name = name;
  out.optional = !default_value.empty();
  if (out.optional) out.default_value = default_value;
  return out;
}

inline ApiDoc MakeDoc(const std::string& name, const std::string& text,
                      std::vector<Parameter> parameters = {}) {
  ApiDoc out;
  out.name = name;
  out.text = text;
  out.parameters = std::move(parameters);
  return out;
}

inline ApiBase MakeBase(const std::string& framework, std::vector<ApiDoc> docs) {
  ApiBase out{framework, "1.0", "import", std::move(docs)};
  Stamp(out);
  return out;
}

// Texts with common words lie near: each word is a direction of its own.
class WordEmbedder : public Embedder {
 public:
  Result<std::vector<Embedding>> Embed(const std::vector<std::string>& texts) override {
    std::vector<Embedding> out;
    for (const std::string& text : texts) {
      std::vector<float> values(64);
      for (const std::string& word : Split(Squeeze(Lower(text)), ' '))
        if (!word.empty()) values[HashBytes(word) % values.size()] += 1;
      out.push_back(MakeEmbedding(values));
    }
    return out;
  }
};

}  // namespace assay::knowledge
