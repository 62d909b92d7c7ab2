// Dossiers for tests, from a model in the text form.
#pragma once

#include <gtest/gtest.h>

#include "graph/text.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "report/gate/check.h"
#include "triage/case_bytes.h"

namespace assay::report::gate {

// A wrong value of onnxruntime on `text`, with `inputs`; nothing else is known.
inline Dossier WrongOn(const std::string& text, std::vector<Datum> inputs) {
  Dossier out;
  out.row.id = "f1";
  out.row.target = out.framework = "onnxruntime";
  out.row.version = "1.31.1";
  out.row.device = "cpu";
  out.row.kind = "wrong";
  out.row.state = "confirmed";
  out.smallest.model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(out.smallest.model).ok());
  out.smallest.inputs = std::move(inputs);
  const auto subject = triage::MakeSubject(out.smallest);
  const auto values = oracle::ReferenceTensors(*subject);
  if (values.ok()) out.values = *values;
  return out;
}

inline Datum Floats(std::vector<double> values) {
  return MakeTensor(DType::kFloat32, {static_cast<int64_t>(values.size())}, values);
}

inline Outcome Ask(const std::string& check, const Dossier& dossier, const Rule& rule = {},
                   const Project& project = {}) {
  return FindCheck(check)->run(dossier, rule, project);
}

}  // namespace assay::report::gate
