// The official ONNX node tests: a folder per test with model.onnx and
// test_data_set_*/{input,output}_*.pb.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"
#include "tensor/datum.h"

namespace assay::conform {

// The folder that holds the tests: `explicit_dir` if given, $ASSAY_NODE_TESTS, or the conformance
// environment of this checkout. The error says how to get them.
Result<std::string> FindNodeTests(const std::string& explicit_dir);

// Names of all tests in `dir` that match `filter` (a shell pattern; empty: all), sorted.
Result<std::vector<std::string>> ListNodeTests(const std::string& dir, const std::string& filter);

struct NodeTest {
  std::string name;
  Model model;  // types not yet inferred
  struct DataSet {
    std::vector<Datum> inputs, outputs;
  };
  std::vector<DataSet> data_sets;
};

// input_0.pb, input_1.pb, … of `folder` as values of the graph's inputs; all that have no
// initializer must be there.
Result<std::vector<Datum>> LoadInputs(const std::string& folder, const Graph& graph);

Result<NodeTest> LoadNodeTest(const std::string& dir, const std::string& name);

}  // namespace assay::conform
