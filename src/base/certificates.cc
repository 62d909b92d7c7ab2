#include "base/certificates.h"

#include <unistd.h>

#include <cstdlib>

namespace assay {

std::string CertificateFile(const std::string& usual) {
  return CertificateFile(usual, {"/etc/ssl/certs/ca-certificates.crt",  // Debian, Arch, Alpine
                                 "/etc/pki/tls/certs/ca-bundle.crt",    // Fedora, Red Hat
                                 "/etc/ssl/ca-bundle.pem",              // SUSE
                                 "/etc/ssl/cert.pem"});
}

std::string CertificateFile(const std::string& usual, const std::vector<std::string>& places) {
  const char* named = std::getenv("SSL_CERT_FILE");
  if (named != nullptr && *named != '\0') return named;
  if (access(usual.c_str(), R_OK) == 0) return "";
  for (const std::string& place : places)
    if (access(place.c_str(), R_OK) == 0) return place;
  return "";
}

}  // namespace assay
