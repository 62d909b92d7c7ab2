#include "study/part.h"

#include <array>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay::study {
namespace {

constexpr const char* kSettingsFile = "settings.json";
constexpr const char* kCellsFolder = "cells";

// The first setting that differs, as text for people.
std::string FirstDifference(const nlohmann::json& there, const nlohmann::json& wanted) {
  for (const auto& [key, value] : wanted.items())
    if (!there.contains(key) || there[key] != value)
      return StrCat(key, " was ", there.contains(key) ? there[key].dump() : "not set", ", now ",
                    value.dump());
  return "its settings have more entries";
}

}  // namespace

#define PART(Name) PartDef Name##PartDef();
#include "study/parts.def"
#undef PART

std::span<const PartDef> AllParts() {
  static const std::array kAll = {
#define PART(Name) Name##PartDef(),
#include "study/parts.def"
#undef PART
  };
  return kAll;
}

const PartDef* FindPart(std::string_view name) {
  for (const PartDef& part : AllParts())
    if (part.name == name) return &part;
  return nullptr;
}

Result<CellFolder> CellFolder::Open(const std::string& folder, const nlohmann::json& settings) {
  std::error_code error;
  std::filesystem::create_directories(folder + "/" + kCellsFolder, error);
  if (error)
    return Invalid(StrCat("cannot make the folder ", folder, ": ", error.message(),
                          "; name another with --out"));
  const std::string path = folder + "/" + kSettingsFile;
  if (!std::filesystem::exists(path)) {
    ASSAY_RETURN_IF_ERROR(WriteFile(path, settings.dump(1) + "\n"));
    return CellFolder(folder);
  }
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const nlohmann::json there = nlohmann::json::parse(text, nullptr, false);
  if (there != settings)
    return Invalid(StrCat(folder, " holds a study with other settings (",
                          there.is_object() ? FirstDifference(there, settings) : "damaged",
                          "); name another folder with --out"));
  return CellFolder(folder);
}

std::string CellFolder::PathOf(const std::string& name) const {
  return StrCat(folder_, "/", kCellsFolder, "/", name, ".json");
}

std::optional<nlohmann::json> CellFolder::Find(const std::string& name) const {
  const auto text = ReadFile(PathOf(name));
  if (!text.ok()) return std::nullopt;
  nlohmann::json value = nlohmann::json::parse(*text, nullptr, false);
  if (!value.is_object()) return std::nullopt;  // cut short, or not ours: measured again
  return value;
}

bool CellFolder::Kept(const std::string& folder, const std::string& name) {
  return CellFolder(folder).Find(name).has_value();
}

Status CellFolder::Keep(const std::string& name, const nlohmann::json& value) const {
  return WriteFile(PathOf(name),
                   value.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace assay::study
