// Rebuilds: models by their recipes, with a memory.
//
// A search with a pool extends the same recipes again and again; replaying up to a hundred
// mutations for each would cost more than running the result. What was made lately is kept, and a
// recipe is replayed from its longest known beginning. Thread-safe, and without influence on what
// comes out: a step is a function of the model before it and its seed.
#pragma once

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

#include "campaign/seeds.h"

namespace assay::campaign {

class Rebuilds {
 public:
  // `seeds` outlives this.
  Rebuilds(const Seeds& seeds, const mutate::MutateOptions& options)
      : seeds_(seeds), options_(options) {}

  Result<ModelCase> Get(const Recipe& recipe);
  // The mutant that one more step makes; `recipe` grows by it. On an error it stays as it was.
  Result<ModelCase> Extend(const ModelCase& base, Recipe& recipe, const Step& step);

  const mutate::MutateOptions& options() const { return options_; }

 private:
  struct Entry {
    std::string recipe;
    ModelCase made;
  };
  bool Recall(const std::string& recipe, ModelCase& out);
  void Keep(std::string recipe, const ModelCase& made);

  const Seeds& seeds_;
  const mutate::MutateOptions options_;
  std::mutex mutex_;
  std::list<Entry> newest_first_;
  std::unordered_map<std::string, std::list<Entry>::iterator> index_;
};

}  // namespace assay::campaign
