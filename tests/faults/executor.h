// Executor: runs a model rightly in its own precision, save for planted faults.
//
// It is the reference in adversary mode: every step rounds in some admissible way, so that results
// look like those of a real library and never lie in the middle of the truth. The rounding is a
// function of model and inputs: the same case gives the same bits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fault.h"
#include "tensor/datum.h"

namespace assay::faults {

class Executor {
 public:
  explicit Executor(Session& session) : session_(session) {}

  // Without faults: unbroken. `bytes` is an ONNX file.
  Status Load(std::string_view bytes, std::vector<const Fault*> faults);
  // Infers types for these inputs and lets graph faults have their way, one after the other.
  Status Compile(const std::vector<Datum>& inputs);
  // `inputs` in the order of input_names(); an absent one (element type undefined) takes its
  // initializer. Compiles again where shapes differ from the compiled ones. The result is in the
  // order of output_names().
  Result<std::vector<Datum>> Run(const std::vector<Datum>& inputs);

  const Model& model() const { return loaded_; }  // as the file has it
  std::vector<std::string> input_names() const;
  std::vector<std::string> output_names() const;

 private:
  bool Fits(const std::vector<Datum>& inputs) const;
  std::vector<Known> KnownInputs(const std::vector<Datum>& inputs, Status& status) const;
  Status Rewrite(const Fault& fault);
  void AfterNode(const Node& node, std::vector<Known>& outputs, Rng& adversary);
  // Forgets what no node behind number `done` reads.
  void Release(size_t done);

  Session& session_;
  std::vector<const Fault*> faults_;
  Model loaded_;    // as the file has it
  Model compiled_;  // types inferred, rewritten
  uint64_t hash_ = 0;
  std::vector<Shape> shapes_;  // of the inputs that it was compiled for
  std::vector<Known> values_;  // of one run, by ValueId; kept for kernel faults only
};

}  // namespace assay::faults
