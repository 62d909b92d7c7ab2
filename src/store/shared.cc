// What shared campaigns have come to, what their agents show each other, and tasks they claim.
#include "store/shared.h"

#include <unistd.h>

#include <random>

#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {
namespace {

Result<SharedTotals> CountLanes(const Database& database, const std::string& name) {
  ASSAY_ASSIGN(Statement select,
               database.Prepare(StrCat(
                   "SELECT count(*), coalesce(sum(cases), 0), coalesce(sum(counted), 0), "
                   "coalesce(sum(done), 0), "
                   "coalesce(sum(CASE WHEN counted > done THEN counted - done ELSE 0 END), 0), "
                   "coalesce(sum(CASE WHEN counted < done THEN done - counted ELSE 0 END), 0), "
                   "coalesce(sum(CASE WHEN agent <> '' AND lease_until >= ",
                   database.dialect().now, " THEN 1 ELSE 0 END), 0), ",
                   // Others give back what has run out, so only a lease that nobody could give back
                   // is stuck.
                   "coalesce(sum(CASE WHEN agent <> '' AND EXISTS (SELECT 1 FROM agents WHERE "
                   "agents.id = campaigns.agent AND agents.ended <> '') THEN 1 ELSE 0 END), 0) "
                   "FROM campaigns WHERE name = ?")));
  if (!select.Bind(name).Step()) return database.Problem("cannot be read");
  SharedTotals out;
  for (int64_t* number : {&out.lanes, &out.cases, &out.counted, &out.done, &out.duplicates,
                          &out.missing, &out.agents, &out.stuck_leases})
    *number = select.Int();
  return out;
}

Status CountFindings(const Database& database, const std::string& name, SharedTotals& out) {
  ASSAY_ASSIGN(Statement select,
               database.Prepare("SELECT count(*), coalesce(sum(CASE WHEN state <> 'new' AND "
                                "state <> 'flaky' THEN 1 ELSE 0 END), 0) FROM findings WHERE id IN "
                                "(SELECT finding FROM sightings WHERE campaign IN "
                                "(SELECT id FROM campaigns WHERE name = ?))"));
  if (!select.Bind(name).Step()) return database.Problem("cannot be read");
  out.findings = select.Int();
  out.confirmed = select.Int();
  return {};
}

// `all`: findings are counted even where no budget asks for them, which reads all sightings.
Result<SharedTotals> CountUp(const Database& database, const std::string& name, bool all) {
  ASSAY_ASSIGN(Statement select,
               database.Prepare(StrCat("SELECT deadline, ", database.dialect().now,
                                       ", cases, findings FROM shared WHERE name = ?")));
  if (!select.Bind(name).Step()) {
    if (select.failed()) return database.Problem("cannot be read");
    return Invalid(StrCat(database.path(), ": there is no shared campaign '", name,
                          "'; `assay campaigns list --store …` shows those that are"));
  }
  const int64_t deadline = select.Int(), now = select.Int();
  const int64_t cases = select.Int(), findings = select.Int();
  ASSAY_ASSIGN(SharedTotals out, CountLanes(database, name));
  if (all || findings > 0) ASSAY_RETURN_IF_ERROR(CountFindings(database, name, out));
  out.seconds_left = deadline == 0 ? 0 : static_cast<double>(deadline - now);
  out.over = (deadline > 0 && now >= deadline) || (cases >= 0 && out.cases >= cases) ||
             (findings > 0 && out.confirmed >= findings);
  return out;
}

}  // namespace

Result<SharedTotals> Store::ShowTotals(const std::string& name) const {
  return CountUp(*database_, name, true);
}

Result<SharedTotals> Store::Totals(const std::string& name) {
  ASSAY_RETURN_IF_ERROR(ReturnLeases(*database_, name));
  return CountUp(*database_, name, false);
}

Result<std::vector<SharedRow>> Store::SharedCampaigns() const {
  return SelectRows(*database_,
                    "SELECT name, started, config, cases, findings FROM shared "
                    "ORDER BY started, name",
                    std::tie(), &SharedRow::name, &SharedRow::started, &SharedRow::config,
                    &SharedRow::cases, &SharedRow::findings);
}

Result<std::vector<AgentRow>> Store::Agents(const std::string& name) const {
  return SelectRows(*database_,
                    StrCat("SELECT a.id, a.node, a.joined, coalesce((SELECT lane "
                           "FROM campaigns WHERE agent = a.id AND lease_until >= ",
                           database_->dialect().now, "), -1), ", database_->dialect().now,
                           " - a.seen, a.ended FROM agents AS a WHERE a.name = ? "
                           "ORDER BY a.joined, a.id"),
                    std::tie(name), &AgentRow::id, &AgentRow::node, &AgentRow::joined,
                    &AgentRow::lane, &AgentRow::idle, &AgentRow::ended);
}

Status Store::Offer(const std::string& name, const std::vector<OfferRow>& offers) {
  if (offers.empty()) return {};
  BulkRows rows;
  rows.table = "corpus";
  rows.columns = {"name", "lane", "hash", "entry"};
  rows.conflict = "ON CONFLICT DO NOTHING";
  for (const OfferRow& row : offers) rows.Add(name, row.lane, row.hash, Blob{row.entry});
  return InTransaction(*database_, [&] { return database_->Insert(rows); });
}

Result<std::vector<OfferRow>> Store::Offers(const std::string& name, int64_t lane, int64_t after,
                                            int64_t limit) const {
  return SelectRows(*database_,
                    "SELECT id, lane, hash, entry FROM corpus WHERE name = ? AND "
                    "id > ? AND lane <> ? ORDER BY id LIMIT ?",
                    std::tie(name, after, lane, limit), &OfferRow::id, &OfferRow::lane,
                    &OfferRow::hash, &OfferRow::entry);
}

Result<bool> Store::Claim(const std::string& task, const std::string& agent, int64_t seconds) {
  const std::string now = database_->dialect().now;
  ASSAY_RETURN_IF_ERROR(database_->Write(
      StrCat("INSERT INTO claims (task, agent, lease_until) VALUES (?, ?, ", now, " + ", seconds,
             ") ON CONFLICT (task) DO UPDATE SET agent = excluded.agent, ",
             "lease_until = excluded.lease_until WHERE claims.agent = excluded.agent OR "
             "claims.lease_until < ",
             now),
      task, agent));
  return database_->changes() > 0;
}

Status Store::Release(const std::string& task, const std::string& agent) {
  return database_->Write("DELETE FROM claims WHERE task = ? AND agent = ?", task, agent);
}

std::string MachineName() {
  char name[256] = {};
  return gethostname(name, sizeof(name) - 1) == 0 ? name : "unknown";
}

std::string NewAgent() {
  std::random_device chance;
  return StrCat(MachineName(), "-", getpid(), "-", chance() % 1000000);
}

}  // namespace assay::store
