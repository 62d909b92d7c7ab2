// Memory of an agent over many cases that are summarised: the real ledger, search method and spool,
// a real store; only the cases themselves are not run.
#pragma once

#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/hash.h"
#include "base/rng.h"
#include "base/strings.h"
#include "campaign/cpu_time.h"
#include "campaign/ledger.h"
#include "campaign/seeds.h"
#include "campaign/spool.h"
#include "store/store.h"

namespace assay {

inline campaign::Report MadeUp(int64_t index, Rng& rng) {
  // What there is to cover is bounded, as it is for operators, types and shapes.
  constexpr int64_t kKinds = 5000;
  campaign::Report report;
  report.index = index;
  report.run = true;
  report.recipe = StrCat("generated:", rng.Next());
  for (int i = 0; i < 20; ++i)
    report.keys.push_back(HashMix(static_cast<uint64_t>(rng.Int(1, kKinds))));
  return report;
}

inline nlohmann::json MemoryOver(const std::string& place, int64_t cases) {
  constexpr int64_t kStep = 300;
  const auto seeds = campaign::Seeds::Load("none");
  const auto method = campaign::FindMethod("assay")->make(*seeds, {});
  store::Store store = store::Store::Open(place).value();
  store::SharedRow wanted;
  wanted.name = "memory";
  wanted.config = "{}";
  store::AgentRow row;
  row.id = StrCat("agent-", getpid());
  campaign::Membership member;
  member.lane = store.Join(wanted, row).value();
  member.agent = row.id;
  campaign::Spool spool(&member);
  campaign::Ledger ledger(*method, -1);
  Rng rng(1);
  nlohmann::json marks = nlohmann::json::array();
  for (int64_t done = 0, mark = 100000; done < cases;) {
    for (int64_t i = 0; i < kStep; ++i, ++done) ledger.Done(MadeUp(ledger.Next()->index, rng));
    campaign::LedgerStep taken = ledger.Take();
    store::CampaignStep step;
    step.campaign = member.lane.campaign;
    step.tally = StrCat("{\"cases\":", done, "}");
    step.block = taken.block;
    step.state = std::move(taken.state);
    step.forget_before = taken.forget_before;
    for (const campaign::Report& report : taken.reports)
      step.reports.push_back({report.index, report.Save()});
    step.cases = step.counted = done;
    step.done = taken.done;
    step.progress.push_back({0, "", static_cast<double>(done) / kStep, done, "{}"});
    spool.Add(std::move(step));
    const Status written = spool.Write(store);
    if (!written.ok()) std::cerr << written.error().message << "\n";
    if (done < mark) continue;
    marks.push_back({{"cases", done}, {"resident_mb", campaign::ResidentMb()}});
    std::cerr << marks.back().dump() << std::endl;
    mark *= 10;
  }
  const auto totals = store.ShowTotals("memory");
  return {{"marks", marks},
          {"cases", totals->cases},
          {"duplicates", totals->duplicates},
          {"missing", totals->missing}};
}

}  // namespace assay
