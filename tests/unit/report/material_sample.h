// Findings that the tests of this folder tell.
#pragma once

#include "graph/text.h"
#include "report/material.h"

namespace assay::report {

// As a campaign leaves it.
inline Material RawSample() {
  Material out;
  out.row.id = "f1";
  out.row.target = "toy";
  out.row.version = "1.2";
  out.row.device = "cpu";
  out.row.kind = "wrong";
  out.row.message = "output 'y', element 1: got 9, truth 7 ± 0.5";
  out.row.signature = "toy | wrong |  | <Clip>";
  out.row.state = "new";
  out.row.count = 3;
  out.row.first_seen = out.row.last_seen = "2026-01-02 03:04:05";
  out.smallest = ModelCase{ParseModelText(R"(model ir=8 opset=17
graph g (x: float32[2]) -> (y: float32[2]) {
  lo: float32[] = 0
  r: float32[2] = Relu(x)
  y = Clip(r, lo)
})")
                               .value(),
                           {MakeTensor(DType::kFloat32, {2}, std::vector<double>{1, -2})}};
  out.nodes = out.original_nodes = 2;
  out.environment = nlohmann::json::object();
  out.classes = triage::Classify(CluesOf(out.row, out.facts, out.nodes, nullptr));
  return out;
}

// After everything was found out.
inline Material FullSample() {
  Material out = RawSample();
  out.row.state = "located";
  out.reduced = out.complete = true;
  out.original_nodes = 50;
  out.facts["confirmation"] = {
      {"runs", 10}, {"shown", 9}, {"poison", {{"same", true}, {"verdict", "no garbage seen"}}}};
  out.facts["evidence"] = {
      {"output", "y"}, {"element", 1}, {"got", 9.0}, {"truth", 7.0}, {"bound", 0.5}};
  out.facts["reduction"] = {{"notes", {"x: any float32 value > 0"}}, {"opsets", {13, 21}}};
  out.facts["location"] = {{"summary", "only with optimisation on"},
                           {"first_wrong", {{"tensor", "y"}, {"op", "Clip"}, {"how", "taps"}}},
                           {"modes",
                            {{{"target", "toy"}, {"status", "wrong"}, {"shows", true}},
                             {{"target", "toy:opt=off"}, {"status", "ok"}, {"shows", false}}}},
                           {"optimisers", {"FuseReluClip"}}};
  out.facts["known"] = {{"id", "ONNX-1"}, {"title", "Clip <b>"}};
  out.facts["repro"] = {{"language", "python"},
                        {"text", "print(\"BUG\")\n"},
                        {"checked", true},
                        {"shows", true},
                        {"exit", 1}};
  out.environment = {{"os", "X Linux"}, {"packages", {{"numpy", "2.4.6"}}}};
  out.classes = triage::Classify(CluesOf(out.row, out.facts, out.nodes, nullptr));
  out.record = {{"id", "f1"}, {"class", triage::ClassJson(out.classes)}};
  return out;
}

}  // namespace assay::report
