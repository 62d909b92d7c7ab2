#include <cstdio>

#include "base/files.h"
#include "onnx/model_io.h"
#include "path.h"

namespace assay::faults {

#define PATH(function, name, what) Status function(Model&);
#include "paths.def"
#undef PATH

namespace {

constexpr Path kPaths[] = {
#define PATH(function, name, what) {name, what, function},
#include "paths.def"
#undef PATH
};

}  // namespace

std::span<const Path> AllPaths() { return kPaths; }

const Path* FindPath(std::string_view name) {
  for (const Path& path : kPaths)
    if (path.name == name) return &path;
  return nullptr;
}

Result<std::string> Convert(const Path& path, std::string_view bytes, const std::string& file) {
  ASSAY_ASSIGN(Model model, onnxio::ParseModel(bytes, {.official_check = false, .base_dir = ""}));
  ASSAY_RETURN_IF_ERROR(path.convert(model));
  ASSAY_RETURN_IF_ERROR(onnxio::SaveModel(model, file));
  auto written = ReadFile(file, onnxio::kMaxModelBytes);
  std::remove(file.c_str());
  return written;
}

}  // namespace assay::faults
