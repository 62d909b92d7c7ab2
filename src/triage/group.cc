#include "triage/group.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "triage/message.h"

namespace assay::triage {
namespace {

constexpr const char* kWrong = "wrong";

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

}  // namespace

std::string FamilyOf(const std::string& oracle) {
  static const std::set<std::string> kAll = {"wrong", "nan", "shape", "equivalence"};
  return kAll.contains(oracle) ? kWrong : oracle;
}

std::string FrameworkOf(const std::string& target) {
  return target.substr(0, target.find_first_of("@:"));
}

std::string GroupOf(const store::FindingRow& row, const Form& form) {
  const std::string separator = " | ";
  const std::string family = FamilyOf(row.kind);
  const std::string head = StrCat(FrameworkOf(row.target), separator, family, separator);
  // The stage is left out: constants that are folded fail while loading, inputs while running.
  if (!form.skeleton.empty())
    return StrCat(head, family == kWrong ? "" : WithoutOperators(NormalizedMessage(row.message)),
                  separator, form.Text());
  // target | oracle | stage | cause | further fields
  size_t at = 0;
  for (int field = 0; field < 3; ++field) {
    at = row.signature.find(separator, at);
    if (at == std::string::npos) return row.signature;
    at += separator.size();
  }
  const std::string cause = row.signature.substr(at, row.signature.find(separator, at) - at);
  return StrCat(head, row.stage, separator, cause);
}

double Group::realism() const {
  double out = 0;
  for (const Member& member : members) out = std::max(out, member.row.realism);
  return out;
}

std::vector<Group> GroupFindings(std::vector<Member> members) {
  // What needs least comes first, so that it can explain what comes after it.
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    const size_t fewer = a.form.attributes.size(), more = b.form.attributes.size();
    return fewer != more ? fewer < more : a.row.id < b.row.id;
  });
  std::map<std::string, Group> by_key;
  std::map<std::string, std::vector<Form>> leaders;  // by what must be equal besides
  for (Member& member : members) {
    std::vector<Form>& forms = leaders[GroupOf(member.row, {member.form.skeleton, {}})];
    const auto leader = std::find_if(forms.begin(), forms.end(),
                                     [&](const Form& form) { return form.Explains(member.form); });
    const Form form = leader == forms.end() ? member.form : *leader;
    if (leader == forms.end()) forms.push_back(form);
    by_key[GroupOf(member.row, form)].members.push_back(std::move(member));
  }
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
