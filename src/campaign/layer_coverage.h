// COMET's coverage: which layer sequences, layer inputs and layer parameters models have shown.
//
// Per edge the pair of operators; per node the element type, the rank and the shape of its first
// input, and each attribute with its value. As in COMET only the first five shapes of an operator
// and the first five values of a parameter count: there is no end to either.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "graph/graph.h"

namespace assay::campaign {

// What `graph` (without subgraphs) shows: sorted, unique, the same on every machine.
std::vector<uint64_t> LayerKeys(const Graph& graph);

// What stands for the lines of a framework's code that `graph` reaches, which nobody measures for a
// compiled framework without building it anew: per node the operator with the element types of all
// its inputs and its result and which attributes are given, that is, by what frameworks choose a
// kernel. They may be mixed with the others.
std::vector<uint64_t> CodeKeys(const Graph& graph);

class LayerCoverage {
 public:
  // How many of `keys` are new and count.
  int NewIn(std::span<const uint64_t> keys) const;
  // The same; from now on they are known. Neither counts CodeKeys.
  int Add(std::span<const uint64_t> keys);
  // How many of the CodeKeys among them are new; from now on they are known.
  int AddCode(std::span<const uint64_t> keys);

  int64_t sequences() const { return counts_[0]; }
  int64_t inputs() const { return counts_[1] + counts_[2]; }
  int64_t parameters() const { return counts_[3]; }
  int64_t code() const { return code_; }
  const std::set<uint64_t>& keys() const { return keys_; }

 private:
  bool Counts(uint64_t key) const;

  std::set<uint64_t> keys_;
  std::map<uint64_t, int> by_group_;  // of the limited kinds
  int64_t counts_[4] = {0, 0, 0, 0};  // by kind
  int64_t code_ = 0;
};

}  // namespace assay::campaign
