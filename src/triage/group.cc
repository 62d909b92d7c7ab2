#include "triage/group.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/strings.h"
#include "triage/message.h"

namespace assay::triage {
namespace {

constexpr const char* kSeparator = " | ";

std::string KeyOf(const store::FindingRow& row, const Mechanism& mechanism) {
  const std::string with =
      mechanism.attributes.empty() ? "" : StrCat(" with ", Join(mechanism.attributes, ", "));
  return StrCat(FrameworkOf(row.target), kSeparator, mechanism.text, with);
}

bool LeadsBefore(const Member& a, const Member& b) {
  if (a.reduced != b.reduced) return a.reduced;
  if (a.nodes != b.nodes) return a.nodes < b.nodes;
  if (a.row.realism != b.row.realism) return a.row.realism > b.row.realism;
  return a.row.id < b.row.id;
}

void Finish(Group& group) {
  std::sort(group.members.begin(), group.members.end(), LeadsBefore);
  std::set<std::string> targets;
  for (const Member& member : group.members) {
    targets.insert(member.row.target);
    group.hits += member.row.count;
  }
  group.targets.assign(targets.begin(), targets.end());
}

// Joins the keys of findings of which a framework makes the same other model.
class SameChange {
 public:
  void Add(const std::string& framework, const Mechanism& mechanism, const std::string& key) {
    if (mechanism.acts_as.empty()) return;
    const auto named = [&](const std::string& change) {
      return StrCat(framework, kSeparator, change);
    };
    const auto [place, added] = first_.emplace(named(mechanism.acts_as), key);
    if (!added) Unite(place->second, key);
    special_.emplace_back(named(mechanism.acts_in_general), key);
  }

  // After all were added: what happens to any operator explains what happens to one.
  void JoinSpecial() {
    for (const auto& [general, key] : special_)
      if (const auto found = first_.find(general); found != first_.end()) Unite(found->second, key);
  }

  // The key of all that were joined with this one.
  std::string KeyFor(std::string key) const {
    for (auto at = into_.find(key); at != into_.end(); at = into_.find(key)) key = at->second;
    return key;
  }

 private:
  void Unite(const std::string& a, const std::string& b) {
    const std::string first = KeyFor(a), second = KeyFor(b);
    if (first != second) into_[second] = first;
  }

  std::map<std::string, std::string> first_;  // keys by framework and change
  std::map<std::string, std::string> into_;   // keys that became part of another one
  std::vector<std::pair<std::string, std::string>> special_;
};

}  // namespace

std::string FrameworkOf(const std::string& target) {
  return target.substr(0, target.find_first_of("@:"));
}

Cause CauseOfFinding(const store::FindingRow& row, const nlohmann::json& form,
                     const std::string& canonical) {
  Cause out = CauseOf(form);
  if (out.canonical.empty()) out.canonical = canonical;
  if (!out.kind.empty()) return out;
  out.kind = row.kind;
  const std::string family = KindFamily(row.kind);
  if (family != "wrong" && family != "shape") out.message = NormalizedMessage(row.message);
  return out;
}

std::string GroupOf(const store::FindingRow& row, const Cause& cause) {
  if (cause.known()) return KeyOf(row, MechanismOf(cause));
  // target | oracle | stage | cause | further fields
  const std::string separator = kSeparator;
  size_t at = 0;
  for (int field = 0; field < 3; ++field) {
    at = row.signature.find(separator, at);
    if (at == std::string::npos) return row.signature;
    at += separator.size();
  }
  const std::string seen = row.signature.substr(at, row.signature.find(separator, at) - at);
  return Join(
      std::vector<std::string>{FrameworkOf(row.target), KindFamily(row.kind), row.stage, seen},
      separator);
}

double Group::realism() const {
  double out = 0;
  for (const Member& member : members) out = std::max(out, member.row.realism);
  return out;
}

std::vector<Group> GroupFindings(std::vector<Member> members) {
  std::vector<Mechanism> mechanisms;
  for (const Member& member : members) mechanisms.push_back(MechanismOf(member.cause));
  std::vector<size_t> order(members.size());
  std::iota(order.begin(), order.end(), 0);
  // What needs least comes first, so that it can explain what comes after it.
  std::ranges::sort(order, [&](size_t a, size_t b) {
    const auto needed = [&](size_t i) {
      return mechanisms[i].attributes.size() + (mechanisms[i].in_general.empty() ? 0 : 1);
    };
    return needed(a) != needed(b) ? needed(a) < needed(b) : members[a].row.id < members[b].row.id;
  });
  std::vector<std::string> keys(members.size());
  std::map<std::string, std::vector<Mechanism>> leaders;  // by framework
  SameChange same_change;
  for (const size_t i : order) {
    const Member& member = members[i];
    keys[i] = GroupOf(member.row, member.cause);
    if (!member.cause.known()) continue;
    const std::string framework = FrameworkOf(member.row.target);
    std::vector<Mechanism>& known = leaders[framework];
    const auto leader = std::ranges::find_if(
        known, [&](const Mechanism& one) { return one.Explains(mechanisms[i]); });
    if (leader == known.end())
      known.push_back(mechanisms[i]);
    else
      keys[i] = KeyOf(member.row, *leader);
    same_change.Add(framework, mechanisms[i], keys[i]);
  }
  same_change.JoinSpecial();
  std::map<std::string, Group> by_key;
  for (const size_t i : order)
    by_key[same_change.KeyFor(keys[i])].members.push_back(std::move(members[i]));
  std::vector<Group> out;
  for (auto& [key, group] : by_key) {
    group.key = key;
    Finish(group);
    out.push_back(std::move(group));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Group& a, const Group& b) { return a.realism() > b.realism(); });
  return out;
}

}  // namespace assay::triage
