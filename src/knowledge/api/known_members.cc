#include "knowledge/api/known_members.h"

#include "knowledge/api/documentation.h"

namespace assay::knowledge {
namespace {

std::shared_ptr<const Members> LoadFor(const std::string& environment) {
  const size_t at = environment.find('@');
  const std::string framework = environment.substr(0, at);
  const std::string version = at == std::string::npos ? "" : environment.substr(at + 1);
  const auto subject = FindFramework(framework, version);
  // The version must be that of the environment, not merely one that somebody asked for.
  if (!subject.ok() || !subject->roots || !subject->target) return nullptr;
  auto members = Members::Load(framework, subject->target->version);
  return members.ok() ? std::make_shared<const Members>(std::move(members).value()) : nullptr;
}

}  // namespace

std::function<std::optional<program::NoMember>(const std::string&)> KnownMembers::Lookup(
    const std::string& environment) {
  auto [entry, added] = loaded_.try_emplace(environment);
  if (added && environment.find('/') == std::string::npos) entry->second = LoadFor(environment);
  if (entry->second == nullptr) return nullptr;
  return [members = entry->second](const std::string& api) -> std::optional<program::NoMember> {
    const auto missing = members->FindMissing(api);
    if (!missing) return std::nullopt;
    return program::NoMember{missing->module, missing->name, missing->nearest};
  };
}

}  // namespace assay::knowledge
