// A program that showed a bug of a model optimiser, with the six features of paper 001: model
// definition, optimisation API, input data; exception type, error location, error reason.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program/parse/decompose.h"

namespace assay::optbug {

struct Snippet {
  std::string id;           // "torch/prune_deepcopy", "pytorch/pytorch#74056", the path of a file
  std::string framework;    // torch, tensorflow, jax, onnxruntime, openvino
  std::string environment;  // to run it in; "": the framework's own
  std::string origin;       // "pool", "import" or "issues"
  std::string title;        // what is wrong, in one line
  std::string source;
  program::Decomposition parts;  // of ReadProgram(source)

  // Code structure. Full names, each once, in the order of the text.
  std::string model;                    // one line: kind, name, layers with their arguments
  std::string data;                     // what makes the input, one line
  std::vector<std::string> layers;      // APIs that the model calls
  std::vector<std::string> optimisers;  // APIs that optimise it
  std::vector<std::string> types;       // of its data: torch.Tensor, torch.int8

  // Error description; "" where nothing is known.
  std::string exception;  // full name of the class
  std::string location;   // module in which it is raised: torch.jit.frontend
  std::string reason;     // one sentence
  std::string category;   // of the five
  std::string by;         // who gave the category: pool, rules, or a model
  // What a report says beside its program, one line each: "Title: …", "Exception: …", "Trace: …".
  std::vector<std::string> told;

  std::vector<std::string> apis() const;       // layers, then optimisers
  std::vector<std::string> all_types() const;  // types, then the exception
};

// Fills the code structure from `source`. False when the text is no Python or optimises nothing;
// then it is no use as an example.
bool ReadStructure(Snippet& snippet);

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Snippet, id, framework, origin, title, model, data,
                                                layers, optimisers, types, exception, location,
                                                reason, category, by)

// The code structure of a program, one function per feature.

// torch, tensorflow or jax by what is imported first; "" without any.
std::string FrameworkOf(const program::Program& program);

// APIs of optimiser_apis.def that are called.
std::vector<std::string> OptimisersOf(const program::Program& program,
                                      const program::Decomposition& parts);

// APIs of frameworks that the models call, or that are themselves given to an optimiser
// (torch.compile(torch.matmul)); optimisers are none.
std::vector<std::string> LayersOf(const program::Program& program,
                                  const program::Decomposition& parts);

// Classes of the inputs and the element types that the program names. A program that names none
// works with its framework's default, float32.
std::vector<std::string> TypesOf(const program::Program& program,
                                 const program::Decomposition& parts);

// "class Net: torch.nn.Linear(4, 2), torch.relu(x)": the type and parameters of what the model is
// made of, models separated by "; ".
std::string DescribeModel(const program::Program& program, const program::Decomposition& parts);

// The statements that make the inputs, each in one line, separated by "; ".
std::string DescribeData(const program::Decomposition& parts);

// The full name that a dotted text stands for by the program's imports; "" when it is none.
std::string ResolveName(const program::Program& program, const std::string& text);

}  // namespace assay::optbug
