// What is known of the frameworks' APIs that models are made of.
#pragma once

#include <string>
#include <string_view>

#include "program/parse/program.h"

namespace assay::program {

bool IsLayer(std::string_view api);            // torch.nn.Linear, keras.layers.Dense
bool IsFunctionalLayer(std::string_view api);  // makes a model of the function that calls it
bool IsContainer(std::string_view api);        // torch.nn.Sequential, keras.Model

// torch, tensorflow (Keras too) or jax; "" for anything else.
std::string FrameworkOfApi(std::string_view api);

// torch for a class that inherits from torch.nn.Module, tensorflow for what Keras calls a model; ""
// otherwise.
std::string FrameworkOfClass(const Program& program, const Definition& made);

}  // namespace assay::program
