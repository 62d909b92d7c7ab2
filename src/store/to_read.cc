#include "store/to_read.h"

#include <unistd.h>

#include <filesystem>

#include "store/address.h"

namespace assay::store {

bool CanBeWritten(const std::string& store) {
  if (IsAddress(store)) return true;
  const std::filesystem::path folder = std::filesystem::path(store).parent_path();
  return access(store.c_str(), W_OK) == 0 &&
         access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

Result<Store> OpenToRead(const std::string& path) {
  return CanBeWritten(path) ? Store::OpenExisting(path) : Store::OpenForReading(path);
}

}  // namespace assay::store
