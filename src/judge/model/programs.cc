#include "judge/model/programs.h"

#include <set>

#include "base/strings.h"
#include "program/parse/edit.h"
#include "trial/attempts.h"
#include "trial/prelude.h"
#include "trial/probe.h"

namespace assay::judge::model {
namespace {

constexpr size_t kAttempts = 60;  // as many as the rules try

}  // namespace

std::string PlainProgram(const ApiCall& call, const knowledge::ApiDoc& doc,
                         const Dialect& dialect) {
  const WrittenCall written = Write(call, doc);
  std::string out = StrCat(dialect.imports, "\n");
  for (const std::string& statement : written.statements) out += statement + "\n";
  if (const std::string seed = SeedFor(dialect, doc.name); !seed.empty()) out += seed + "\n";
  return StrCat(out, "result = ", written.expression, "\n");
}

Result<std::vector<std::string>> WorkingPrograms(const knowledge::ApiDoc& doc,
                                                 const Dialect& dialect, size_t most,
                                                 program::ProgramLab& lab) {
  ASSAY_ASSIGN(const std::string prelude, trial::LoadPrelude(dialect));
  ASSAY_ASSIGN(const std::string probe, trial::LoadProbe());
  ASSAY_ASSIGN(const trial::Probed probed,
               trial::ProbeCalls(doc, dialect, prelude + "\n" + probe,
                                 trial::ProposeCalls(doc, dialect, kAttempts), lab));
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const ApiCall& call : probed.calls) {
    const std::string program = PlainProgram(call, doc, dialect);
    if (out.size() < most &&
        seen.insert(program::DedupKey(program::SyntaxTree::Parse(program))).second)
      out.push_back(program);
  }
  return out;
}

}  // namespace assay::judge::model
