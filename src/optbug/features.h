// The code structure of a program, one function per feature.
#pragma once

#include <string>
#include <vector>

#include "program/parse/decompose.h"

namespace assay::optbug {

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
