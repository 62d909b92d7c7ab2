// How many APIs of a framework the judge can call: one line of JSON per API.
//
//   bench_judge_reach FRAMEWORK VERSION JOBS PREFIX PROGRAMS > reach.jsonl
//
// PREFIX: only APIs whose name begins so ("" for all). PROGRAMS: ordinary programs to run per API.
//
// bench/judge-reach runs it and sums up.
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "judge/ordinary.h"
#include "knowledge/api/api_base.h"
#include "trial/prelude.h"
#include "trial/probe.h"

namespace {

using namespace assay;
using nlohmann::json;

constexpr size_t kAttempts = 100;

// Statuses, and the text of what crashed or hung.
json RunPrograms(const knowledge::ApiDoc& doc, const std::vector<trial::ApiCall>& calls,
                 const trial::Dialect& dialect, program::ProgramLab& lab, size_t most) {
  json statuses = json::object(), bad = json::array();
  for (const judge::OrdinaryProgram& ordinary :
       judge::OrdinaryPrograms(doc, calls, dialect, most)) {
    const auto outcome = lab.Run({.text = ordinary.program, .target_api = doc.name});
    const std::string status =
        outcome.ok() ? std::string(program::ProgramStatusName(outcome->status)) : "lab";
    statuses[status] = statuses.value(status, 0) + 1;
    if (status == "crash" || status == "hangs")
      bad.push_back({{"what", ordinary.what},
                     {"status", status},
                     {"signal", outcome->run.signal},
                     {"cold", outcome->confirmed_cold},
                     {"program", ordinary.program}});
  }
  return {{"statuses", statuses}, {"bad", bad}};
}

json Reach(const knowledge::ApiDoc& doc, const trial::Dialect& dialect, const std::string& preamble,
           program::ProgramLab& lab, size_t most) {
  const auto attempts = trial::ProposeCalls(doc, dialect, kAttempts);
  const auto probed = trial::ProbeCalls(doc, dialect, preamble, attempts, lab);
  if (!probed.ok()) return {{"api", doc.name}, {"lab", probed.error().message}};
  json calls = json::array();
  for (const trial::ApiCall& call : probed->calls)
    calls.push_back({{"source", call.source},
                     {"setup", trial::Write(call, doc).statements},
                     {"text", trial::Write(call, doc).expression}});
  const json programs = RunPrograms(doc, probed->calls, dialect, lab, most);
  return {{"api", doc.name},
          {"programs", programs},
          {"kind", doc.kind},
          {"reached", probed->reached},
          {"attempts", attempts.size()},
          {"calls", calls},
          {"problem", probed->calls.empty() ? probed->problem : ""},
          {"fatal", probed->fatal},
          {"status", program::ProgramStatusName(probed->status)}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) return 2;
  const auto base = knowledge::ApiShelf().LoadAll(argv[1], argv[2]);
  const trial::Dialect* dialect = trial::FindDialect(argv[1]);
  if (!base.ok() || dialect == nullptr) return 2;
  std::vector<const knowledge::ApiDoc*> docs;
  for (const knowledge::ApiDoc& doc : base->docs)
    if (doc.name.starts_with(argv[4])) docs.push_back(&doc);
  const size_t most = std::strtoul(argv[5], nullptr, 10);
  std::mutex mutex;
  size_t next = 0;
  const std::string preamble = *trial::LoadPrelude(*dialect) + "\n" + *trial::LoadProbe();
  const auto work = [&] {
    auto lab = program::ProgramLab::Open({std::string(dialect->environment), false, false});
    if (!lab.ok()) return;
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex);
      if (next >= docs.size()) return;
      const knowledge::ApiDoc& doc = *docs[next++];
      lock.unlock();
      const json line = Reach(doc, *dialect, preamble, *lab, most);
      lock.lock();
      std::cout << line.dump() << std::endl;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < std::atoi(argv[3]); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return 0;
}
