#include "mirror/rewrite/rules.h"

#include "base/strings.h"

namespace assay::mirror {
namespace {

constexpr std::pair<std::string_view, std::string_view> kShort[] = {
    {"jax.numpy", "jnp"}, {"tensorflow", "tf"}, {"keras", "tf.keras"}};

bool HasPrefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && (text.size() == prefix.size() || text[prefix.size()] == '.');
}

const std::vector<Reading>& ReadingsOf(
    const std::map<std::string, std::map<std::string, std::vector<Reading>>>& all,
    const std::string& framework, const std::string& name) {
  static const std::vector<Reading> kNone;
  const auto of_framework = all.find(framework);
  if (of_framework == all.end()) return kNone;
  const auto found = of_framework->second.find(name);
  return found == of_framework->second.end() ? kNone : found->second;
}

}  // namespace

std::string ShortName(const std::string& full) {
  for (const auto& [whole, brief] : kShort)
    if (HasPrefix(full, whole)) return StrCat(brief, full.substr(whole.size()));
  return full;
}

std::string FullName(const std::string& name) {
  if (HasPrefix(name, "jnp")) return "jax.numpy" + name.substr(3);
  if (HasPrefix(name, "tf")) return "tensorflow" + name.substr(2);
  return name;
}

const std::vector<Reading>& Rules::Calls(const std::string& framework,
                                         const std::string& callee) const {
  return ReadingsOf(calls_, framework, callee);
}

const std::vector<Reading>& Rules::Members(const std::string& framework,
                                           const std::string& name) const {
  return ReadingsOf(members_, framework, name);
}

std::string Rules::DtypeOf(const std::string& framework, const std::string& written) const {
  const auto all = dtypes_.find(framework);
  if (all == dtypes_.end()) return "";
  for (const auto& [neutral, spelled] : all->second)
    for (const std::string& one : Split(spelled, '|'))
      if (one == written) return neutral;
  return "";
}

std::string Rules::Dtype(const std::string& framework, const std::string& neutral) const {
  const auto all = dtypes_.find(framework);
  if (all == dtypes_.end()) return "";
  const auto found = all->second.find(neutral);
  return found == all->second.end() ? "" : found->second.substr(0, found->second.find('|'));
}

std::vector<std::string> Rules::Exceptions(const std::string& from, const std::string& to,
                                           const std::string& name) const {
  const auto all = exceptions_.find(from + "-" + to);
  if (all == exceptions_.end()) return {};
  const auto found = all->second.find(name);
  return found == all->second.end() ? std::vector<std::string>{} : found->second;
}

bool Rules::FalseFriend(const std::string& from, const std::string& to) const {
  return never_.contains(from) || false_friends_.contains({from, to});
}

}  // namespace assay::mirror
