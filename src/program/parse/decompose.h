// The decomposition of paper 001 (section 3.2): the model, its input and the optimisation that a
// program applies to it.
//
// - Model: a class that inherits from torch.nn.Module and has `forward`, or from tf.keras.Model
// (Layer) and has `call`;
//   or functional: keras Sequential or Model(inputs, outputs), torch.nn.Sequential, a function that
//   uses torch.nn.functional or tf.keras.layers, or that is given to an optimiser.
// - Input: the tensors that are passed to the model, or to its fit, predict and the like.
// - Optimisation: calls of the APIs in optimiser_apis.def.
#pragma once

#include <string>
#include <vector>

#include "program/parse/program.h"

namespace assay::program {

struct ModelPart {
  enum class Kind { kClass, kFunctional, kFunction };
  Kind kind = Kind::kClass;
  std::string name;       // of the class, function or variable
  std::string framework;  // torch, tensorflow, jax
  Span span;
  int line = 0;
  std::vector<size_t> layers;  // calls of layer APIs in it, as positions in Program::calls
};

struct OptimiserPart {
  std::string api, technique;
  size_t call = 0;  // position in Program::calls
};

struct InputPart {
  std::string name;  // the variable, or the expression itself
  std::string type;  // torch.Tensor …
  std::string text;  // what makes it
  Span span;
  int line = 0;
};

struct Decomposition {
  std::vector<ModelPart> models;
  std::vector<InputPart> inputs;
  std::vector<OptimiserPart> optimisers;
  // The "relevant" of the paper: a model, an input and an optimisation are all there.
  bool Complete() const { return !models.empty() && !inputs.empty() && !optimisers.empty(); }
};

Decomposition Decompose(const Program& program);

// The technique of an API, or "" when it optimises nothing.
std::string OptimiserTechnique(std::string_view api);

}  // namespace assay::program
