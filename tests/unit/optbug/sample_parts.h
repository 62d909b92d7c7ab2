// A small set of parts for tests, in place of data/optbug.
#pragma once

#include "optbug/forms/parts.h"

namespace assay::optbug {

inline Layer SampleLayer(std::string name, std::string from, std::string to, std::string init,
                         std::string kind = "api") {
  Layer out;
  out.name = std::move(name);
  out.from = std::move(from);
  out.to = std::move(to);
  out.init = std::move(init);
  out.call = "x = {m}(x)";
  out.kind = std::move(kind);
  return out;
}

inline Optimiser SampleOptimiser(std::string name, std::string place) {
  Optimiser out;
  out.name = std::move(name);
  out.api = "torch.jit.script";
  out.apply = "optimised = torch.jit.script(model)";
  out.place = std::move(place);
  return out;
}

// Layers: 0 linear (vec), 1 relu (vec), 2 conv (img), 3 flatten (img to vec), 4 text-in (desugar),
// 5 times-zero (illogical). Values: 0 plain, 1 double, 2 tokens. Passings: 0 plain, 1 list.
// Optimisers: 0 script, 1 trace (of the same folder), 2 prune.
inline Parts SampleParts() {
  Parts out;
  out.framework = out.environment = "torch";
  out.layout =
      "import torch\nfrom torch import nn\n{{imports}}\n{{helpers}}\n{{top}}\n"
      "class {{class}}(nn.Module):\n    def __init__(self):\n        "
      "super().__init__()\n{{init}}\n\n"
      "    def forward(self, {{sign}}):\n{{forward}}\n\n\n{{outer}}\nmodel = {{model}}\n"
      "inputs = {{inputs}}\nkeywords = {{keywords}}\nmodel({{arguments}})\n{{before}}\n";
  out.outer =
      "class Model(nn.Module):\n    def forward(self, {{sign}}):\n        return "
      "self.inner({{names}})\n";
  out.evaluation = ".eval()";
  out.check =
      "import copy\n\n\ndef original(model, inputs, keywords):\n    return model(*inputs)\n\n\n"
      "def never():\n    return 1\n";
  out.shapes = {{"vec", "{n}, 8"}, {"img", "{n}, 4, 8, 8"}, {"tok", "{n}, 4"}};
  out.layers = {SampleLayer("linear", "vec", "vec", "nn.Linear(8, 8)"),
                SampleLayer("relu", "vec", "vec", "nn.ReLU()"),
                SampleLayer("conv", "img", "img", "nn.Conv2d(4, 4, 1)"),
                SampleLayer("flatten", "img", "vec", "nn.Flatten()"),
                SampleLayer("text-in", "vec", "vec", "", "desugar"),
                SampleLayer("times-zero", "vec", "vec", "", "illogical")};
  out.layers[4].exception = "KeyError";
  out.layers[4].call = "x = x if 'a' in 'ab' else -x";
  out.layers[5].call = "x = x * 0 + x";
  out.layers[1].category = "wrong-type";
  out.values = {{"plain", "torch.randn({shape})", "", "", {}, 2, {}},
                {"double",
                 "torch.randn({shape}).double()",
                 ".double()",
                 "missing-dtype",
                 {},
                 3,
                 {"other-float"}},
                {"tokens", "torch.zeros({shape})", "", "", {"tok"}, 2, {}}};
  out.passings = {{"plain", "x", "", "({x},)", "{}", "", {"as-it-is"}},
                  {"list",
                   "values: typing.List[torch.Tensor]",
                   "x = values[0]",
                   "([{x}],)",
                   "{}",
                   "wrong-type",
                   {"nested"}}};
  out.givings = {{"plain", "x", {}}, {"pair", "x, {'a': x}", {"nested-result"}}};
  out.twists = {{"twice", "{apply}", "", {"prune"}, {}}};
  out.optimisers = {SampleOptimiser("script", "torch/jit"), SampleOptimiser("trace", "torch/jit"),
                    SampleOptimiser("prune", "torch/nn/utils")};
  out.optimisers[1].refuses = {"nested"};
  out.optimisers[2].one_of = {"linear"};
  out.optimisers[2].technique = "prune";
  return out;
}

}  // namespace assay::optbug
