// Lanes of shared campaigns: who works on which, and until when.
#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {
namespace {

// Whoever changes a row holds it until the end of the transaction, in both engines.
Status LockShared(const Database& database, const std::string& name) {
  return database.Write("UPDATE shared SET name = ? WHERE name = ?", name, name);
}

Result<int64_t> LiveAgents(const Database& database, const std::string& name) {
  return SelectNumber(database, "SELECT count(*) FROM campaigns WHERE name = ? AND agent <> ''",
                      name);
}

// The campaign of that name, begun now if it is new. Whoever comes after all others have gone
// begins a new night of it: its time counts anew, cases and findings go on counting, and lanes go
// on.
Status Begin(const Database& database, const SharedRow& wanted) {
  const std::string now = database.dialect().now;
  const std::string deadline =
      wanted.seconds <= 0 ? "0" : StrCat(now, " + ", static_cast<int64_t>(wanted.seconds + 0.5));
  ASSAY_RETURN_IF_ERROR(database.Write(StrCat("INSERT INTO shared (name, config, deadline, cases, "
                                              "findings) VALUES (?, ?, ",
                                              deadline, ", ?, ?) ON CONFLICT DO NOTHING"),
                                       wanted.name, wanted.config, wanted.cases, wanted.findings));
  ASSAY_RETURN_IF_ERROR(LockShared(database, wanted.name));
  ASSAY_RETURN_IF_ERROR(ReturnLeases(database, wanted.name));
  ASSAY_ASSIGN(Statement select, database.Prepare("SELECT config FROM shared WHERE name = ?"));
  if (!select.Bind(wanted.name).Step()) return database.Problem("cannot be read");
  const std::string config = select.Text();
  if (config != wanted.config)
    return Invalid(StrCat(database.path(), ": the campaign '", wanted.name,
                          "' has other settings than these; take them, or another name. It has ",
                          config));
  ASSAY_ASSIGN(const int64_t others, LiveAgents(database, wanted.name));
  if (others > 0) return {};
  return database.Write(
      StrCat("UPDATE shared SET deadline = ", deadline, ", cases = ?, findings = ? WHERE name = ?"),
      wanted.cases, wanted.findings, wanted.name);
}

Result<int64_t> FreeLane(const Database& database, const std::string& name) {
  ASSAY_ASSIGN(Statement select,
               database.Prepare("SELECT id FROM campaigns WHERE name = ? AND agent = '' "
                                "ORDER BY lane LIMIT 1"));
  if (select.Bind(name).Step()) return select.Int();
  if (select.failed()) return database.Problem("cannot be read");
  ASSAY_ASSIGN(Statement insert,
               database.Prepare("INSERT INTO campaigns (config, pipeline, tally, block, state, "
                                "name, lane) SELECT config, '', '', 0, '', name, (SELECT count(*) "
                                "FROM campaigns WHERE campaigns.name = shared.name) FROM shared "
                                "WHERE name = ? RETURNING id"));
  if (!insert.Bind(name).Step()) return database.Problem("cannot be written");
  return insert.Int();
}

Result<Lane> Read(const Database& database, int64_t campaign) {
  ASSAY_ASSIGN(Statement select,
               database.Prepare(StrCat("SELECT c.id, c.name, c.lane, c.steps, CASE WHEN "
                                       "s.deadline = 0 THEN 0 ELSE s.deadline - ",
                                       database.dialect().now,
                                       " END FROM campaigns AS c JOIN shared AS s "
                                       "ON s.name = c.name WHERE c.id = ?")));
  if (!select.Bind(campaign).Step()) return database.Problem("cannot be read");
  Lane lane;
  lane.campaign = select.Int();
  lane.name = select.Text();
  lane.number = select.Int();
  lane.steps = select.Int();
  lane.seconds_left = static_cast<double>(select.Int());
  return lane;
}

Status KeepAgent(const Database& database, const AgentRow& agent, const std::string& name) {
  return database.Write(StrCat("INSERT INTO agents (id, name, node, seen, ended) VALUES (?, ?, ?, ",
                               database.dialect().now, ", '')"),
                        agent.id, name, agent.node);
}

Status Lease(const Database& database, int64_t campaign, const std::string& agent) {
  return database.Write(StrCat("UPDATE campaigns SET agent = ?, lease_until = ",
                               database.dialect().now, " + ", kLeaseSeconds, " WHERE id = ?"),
                        agent, campaign);
}

Status Seen(const Database& database, const std::string& agent) {
  return database.Write(
      StrCat("UPDATE agents SET seen = ", database.dialect().now, " WHERE id = ?"), agent);
}

}  // namespace

Result<Lane> Store::Join(const SharedRow& wanted, const AgentRow& agent) {
  Lane lane;
  const Status joined = InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(Begin(*database_, wanted));
    ASSAY_ASSIGN(const int64_t campaign, FreeLane(*database_, wanted.name));
    ASSAY_RETURN_IF_ERROR(Lease(*database_, campaign, agent.id));
    ASSAY_RETURN_IF_ERROR(KeepAgent(*database_, agent, wanted.name));
    ASSAY_ASSIGN(lane, Read(*database_, campaign));
    return {};
  });
  if (!joined.ok()) return joined.error();
  return lane;
}

Status Store::KeepLane(const Lane& lane, const std::string& agent) {
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(
        database_->Write(StrCat("UPDATE campaigns SET lease_until = ", database_->dialect().now,
                                " + ", kLeaseSeconds, " WHERE id = ? AND agent = ?"),
                         lane.campaign, agent));
    return Seen(*database_, agent);
  });
}

Status Store::Leave(const Lane& lane, const std::string& agent, const std::string& why) {
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(database_->Write(
        "UPDATE campaigns SET agent = '' WHERE id = ? AND agent = ?", lane.campaign, agent));
    return database_->Write("UPDATE agents SET ended = ? WHERE id = ?", why, agent);
  });
}

Status ReturnLeases(const Database& database, const std::string& name) {
  // No lease is given for so long as the second condition says: the clock was set back since, and
  // whoever is alive comes again.
  const std::string now = database.dialect().now;
  return database.Write(StrCat("UPDATE campaigns SET agent = '' WHERE name = ? AND "
                               "agent <> '' AND (lease_until < ",
                               now, " OR lease_until > ", now, " + ", 2 * kLeaseSeconds, ")"),
                        name);
}

Result<bool> TakeStep(const Database& database, const CampaignStep& step) {
  ASSAY_ASSIGN(Statement update, database.Prepare(StrCat(
                                     "UPDATE campaigns SET ", kStepColumns,
                                     ", steps = ?, lease_until = ", database.dialect().now, " + ",
                                     kLeaseSeconds, " WHERE id = ? AND agent = ? AND steps = ?")));
  BindStep(update, step);
  if (!update.BindAll(step.number, step.campaign, step.agent, step.number - 1).Run())
    return database.Problem("cannot be written");
  if (database.changes() == 1) {
    ASSAY_RETURN_IF_ERROR(Seen(database, step.agent));
    return true;
  }
  ASSAY_ASSIGN(Statement select,
               database.Prepare("SELECT agent, steps FROM campaigns WHERE id = ?"));
  if (!select.Bind(step.campaign).Step()) return database.Problem("cannot be read");
  const std::string agent = select.Text();
  if (agent == step.agent && select.Int() >= step.number) return false;
  return Reject(StrCat(database.path(),
                       ": the lane was given to another agent, as this one was not heard of for ",
                       kLeaseSeconds, " s"));
}

bool Store::lost() const { return database_->lost(); }

}  // namespace assay::store
