#include "mirror/rewrite/pair_twins.h"

#include <filesystem>

#include "base/files.h"
#include "base/folders.h"
#include "base/strings.h"

namespace assay::mirror {
namespace {

// Only functions and methods become calls; a class has a life that one call does not show.
bool IsClass(const std::string& api) {
  const std::string last = api.substr(api.rfind('.') + 1);
  return !last.empty() && std::isupper(static_cast<unsigned char>(last[0])) != 0;
}

std::unique_ptr<PairTwin> MakeTwin(const knowledge::Pair& pair, const Direction& direction) {
  auto out = std::make_unique<PairTwin>();
  out->twin = pair.to;
  out->by = pair.by;
  out->operation.name = pair.from;
  Spelling from, to;
  from.callee = ShortName(pair.from);
  to.callee = ShortName(pair.to);
  for (const knowledge::ParameterPair& one : pair.parameters) {
    const bool first = to.parameters.empty() && from.parameters.empty();
    if (!one.from.empty()) {
      // The object comes first, as x: tensors are recognised by that name.
      const std::string slot = first ? "x" : one.from;
      from.parameters.push_back({{one.from}, slot, !first, false, std::nullopt});
      if (!one.to.empty()) to.parameters.push_back({{one.to}, slot, !first, false, std::nullopt});
    } else if (!one.to.empty()) {
      to.parameters.push_back({{one.to}, StrCat("only-", one.to), false, false, std::nullopt});
    }
  }
  for (Spelling* one : {&from, &to})
    for (const Parameter& parameter : one->parameters) one->slots.insert(parameter.slot);
  out->operation.spellings[direction.from] = {from};
  out->operation.spellings[direction.to] = {to};
  return out;
}

}  // namespace

const PairTwin* PairTwins::Find(const std::string& api, const Rules& rules) {
  const std::lock_guard lock(*mutex_);
  if (const auto found = made_.find(api); found != made_.end()) return found->second.get();
  if (!loaded_) {
    loaded_ = true;
    if (source_)
      if (auto base = source_(); base.ok()) base_ = std::move(base).value();
  }
  auto& made = made_[api];
  const knowledge::Pair* pair = knowledge::FindPair(base_, api);
  if (pair == nullptr || IsClass(api) || IsClass(pair->to)) return nullptr;
  if (!use_model_ && pair->by != "name") return nullptr;
  if (rules.FalseFriend(pair->from, pair->to)) return nullptr;
  // A method of the twin would have to be called on something else than a name.
  if (pair->to.find(".Tensor.") != std::string::npos ||
      pair->to.find(".Array.") != std::string::npos)
    return nullptr;
  made = MakeTwin(*pair, direction_);
  return made.get();
}

Result<knowledge::PairBase> KeptPairs(const Direction& direction) {
  const std::string folder = CacheFolder() + "/pairs";
  std::filesystem::path newest;
  std::error_code failed;
  std::filesystem::file_time_type when{};
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    const std::string name = entry.path().filename().string();
    const bool fits = name.starts_with(direction.from + "-") &&
                      name.find("--" + direction.to + "-") != std::string::npos &&
                      name.ends_with(".json");
    if (!fits || (!newest.empty() && entry.last_write_time(failed) <= when)) continue;
    newest = entry.path();
    when = entry.last_write_time(failed);
  }
  if (newest.empty())
    return Invalid(StrCat("no pairs of ", direction.from, " and ", direction.to,
                          " are kept; `assay pairs build` makes them"));
  ASSAY_ASSIGN(const std::string text, ReadFile(newest.string()));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return Invalid(StrCat(newest.string(), " is no JSON; remove it"));
  return knowledge::ReadPairBase(json);
}

}  // namespace assay::mirror
