// Cases of a folder as findings of a new store: store_cases FOLDER STORE < LIST
//
// LIST has a line per case: its name and a target, separated by a tab; NAME.onnx and NAME.inputs
// lie in the folder. Each is run, and kept as a finding of its own where it fails. One line per
// case: its name and the finding, which is missing where nothing is wrong here.
#include <cstdio>
#include <iostream>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "store/store.h"
#include "triage/case_bytes.h"
#include "triage/probe.h"
#include "triage/rows.h"

namespace assay {
namespace {

Result<std::string> KeepCase(const std::string& folder, const std::string& name,
                             const lab::Target& target, lab::Lab& lab, store::Store& store) {
  ASSAY_ASSIGN(const std::string model, ReadFile(StrCat(folder, "/", name, ".onnx")));
  ASSAY_ASSIGN(const std::string inputs, ReadFile(StrCat(folder, "/", name, ".inputs")));
  ASSAY_ASSIGN(const ModelCase model_case, triage::UnpackCase(model, inputs, name));
  const auto seen = triage::Probe(target, lab).Run(model_case, {.confirm = true, .rerun = true});
  if (!seen.ok() || !seen->finding()) return std::string();
  ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(model_case));
  const std::string signature =
      StrCat(triage::Signature(seen->result, model_case.model.graph), " | ", name);
  store::FindingRow row = triage::FindingRowOf(seen->result, signature, true);
  row.state = "new";
  ASSAY_RETURN_IF_ERROR(
      store.AddFindings({row}, {triage::SightingRowOf(subject, seen->result, signature, "kept")}));
  return row.id;
}

Status KeepAll(const std::string& folder, const std::string& path) {
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(std::vector<std::string>()));
  ASSAY_ASSIGN(store::Store store, store::Store::Open(path));
  lab::Lab lab;
  for (std::string line; std::getline(std::cin, line);) {
    const auto fields = Split(line, '\t');
    if (fields.size() != 2) return Invalid(StrCat("'", line, "' is no name and target"));
    ASSAY_ASSIGN(const lab::Target target, registry.Find(fields[1]));
    if (!target.ready) return Invalid(StrCat(fields[1], " is not ready: ", target.reason));
    ASSAY_ASSIGN(const std::string finding, KeepCase(folder, fields[0], target, lab, store));
    std::printf("%s\t%s\n", fields[0].c_str(), finding.c_str());
  }
  return {};
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: store_cases FOLDER STORE < LIST\n", stderr);
    return 2;
  }
  const assay::Status status = assay::KeepAll(argv[1], argv[2]);
  if (status.ok()) return 0;
  std::fprintf(stderr, "store_cases: %s\n", status.error().message.c_str());
  return 2;
}
