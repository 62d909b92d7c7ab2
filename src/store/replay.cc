#include "store/replay.h"

#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"

namespace assay::store {
namespace {

struct LaneNow {
  std::string agent, tally;
  int64_t steps = 0;
};

Result<bool> Knows(const Database& database, const LeftSteps& left) {
  ASSAY_ASSIGN(Statement select,
               database.Prepare("SELECT count(*) FROM agents AS a JOIN campaigns AS c "
                                "ON c.name = a.name WHERE a.id = ? AND a.name = ? AND c.id = ?"));
  if (!select.BindAll(left.agent, left.name, left.steps.front().campaign).Step())
    return database.Problem("cannot be read");
  return select.Int() == 1;
}

// Whoever changes a row holds it until the end of the transaction, in both engines.
Result<LaneNow> LockLane(const Database& database, int64_t campaign) {
  ASSAY_RETURN_IF_ERROR(database.Write("UPDATE campaigns SET name = name WHERE id = ?", campaign));
  ASSAY_ASSIGN(Statement select,
               database.Prepare("SELECT agent, steps, tally FROM campaigns WHERE id = ?"));
  if (!select.Bind(campaign).Step()) return database.Problem("cannot be read");
  LaneNow out;
  out.agent = select.Text();
  out.steps = select.Int();
  out.tally = select.Text();
  return out;
}

Status GiveLane(const Database& database, int64_t campaign, const std::string& agent) {
  return database.Write("UPDATE campaigns SET agent = ? WHERE id = ?", agent, campaign);
}

// The first step that is still to be written; -1: the lane has gone another way.
int64_t FirstDue(const LaneNow& lane, const LeftSteps& left) {
  if (!lane.agent.empty() && lane.agent != left.agent) return -1;
  if (lane.steps == left.steps.front().number - 1) return 0;
  // A number alone does not tell whose step it was; times in the counts make them unlike any other.
  for (size_t i = 0; i < left.steps.size(); ++i)
    if (left.steps[i].number == lane.steps && left.steps[i].tally == lane.tally)
      return static_cast<int64_t>(i) + 1;
  return -1;
}

Status End(const Database& database, const std::string& agent) {
  ASSAY_ASSIGN(Statement end,
               database.Prepare("UPDATE agents SET ended = ? WHERE id = ? AND ended = ''"));
  const std::string how = "ended while the store was away; what it had done was written afterwards";
  if (!end.BindAll(how, agent).Run()) return database.Problem("cannot be written");
  return {};
}

Status WriteFrom(const Database& database, const LeftSteps& left, size_t first) {
  const int64_t campaign = left.steps.front().campaign;
  ASSAY_RETURN_IF_ERROR(GiveLane(database, campaign, left.agent));
  for (size_t i = first; i < left.steps.size(); ++i)
    ASSAY_RETURN_IF_ERROR(WriteStep(database, left.steps[i]));
  return GiveLane(database, campaign, "");
}

Status KeepFindings(const Database& database, const LeftSteps& left) {
  for (const CampaignStep& step : left.steps) {
    ASSAY_RETURN_IF_ERROR(InsertFindings(database, step, /*only_new=*/true));
    ASSAY_RETURN_IF_ERROR(InsertSightings(database, step));
  }
  return {};
}

}  // namespace

Result<Replayed> Replay(const std::string& path, const LeftSteps& left) {
  ASSAY_ASSIGN(const auto database, Database::Open(path));
  ASSAY_RETURN_IF_ERROR(database->CheckSchema());
  Replayed out = Replayed::kUnknown;
  const Status done = InTransaction(*database, [&]() -> Status {
    ASSAY_ASSIGN(const bool known, Knows(*database, left));
    if (!known) return {};
    ASSAY_ASSIGN(const LaneNow lane, LockLane(*database, left.steps.front().campaign));
    const int64_t first = FirstDue(lane, left);
    out = first < 0 ? Replayed::kFindings : Replayed::kWritten;
    ASSAY_RETURN_IF_ERROR(first < 0 ? KeepFindings(*database, left)
                                    : WriteFrom(*database, left, static_cast<size_t>(first)));
    return End(*database, left.agent);
  });
  if (!done.ok()) return done.error();
  return out;
}

}  // namespace assay::store
