#include "store/address.h"

#include <filesystem>

#include "base/strings.h"

namespace assay::store {
namespace {

constexpr const char* kHidden = "***";

// The value of `name=` among the parameters behind "?".
void HideParameter(std::string& address, const std::string& name) {
  size_t at = address.find('?');
  while (at != std::string::npos && at + 1 < address.size()) {
    const size_t begin = at + 1, end = std::min(address.find('&', begin), address.size());
    if (address.compare(begin, name.size() + 1, name + "=") == 0)
      address.replace(begin + name.size() + 1, end - begin - name.size() - 1, kHidden);
    at = address.find('&', begin);
  }
}

}  // namespace

bool IsAddress(const std::string& store) {
  return store.starts_with("postgresql://") || store.starts_with("postgres://");
}

std::string WithoutPassword(const std::string& address) {
  std::string out = address;
  const size_t begin = out.find("://");
  if (begin == std::string::npos) return out;
  const size_t host = out.find_first_of("/?", begin + 3);
  // A password may itself hold "@": the last one before the path ends it.
  const size_t at = out.rfind('@', host == std::string::npos ? out.size() : host);
  if (at != std::string::npos && at > begin + 3) {
    const size_t colon = out.find(':', begin + 3);
    if (colon != std::string::npos && colon < at) out.replace(colon + 1, at - colon - 1, kHidden);
  }
  HideParameter(out, "password");
  HideParameter(out, "sslpassword");
  return out;
}

bool StoreExists(const std::string& store) {
  std::error_code ignored;
  return IsAddress(store) || std::filesystem::exists(store, ignored);
}

}  // namespace assay::store
