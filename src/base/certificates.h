// The certificates that HTTPS is checked against.
#pragma once

#include <string>
#include <vector>

namespace assay {

// The file of this machine, for a library that was built for another kind: every family of
// distributions keeps them elsewhere. `usual` is where the library itself looks; "" when that, or
// nothing else, is there. $SSL_CERT_FILE comes first.
std::string CertificateFile(const std::string& usual);

// The same with stated places to look at.
std::string CertificateFile(const std::string& usual, const std::vector<std::string>& places);

}  // namespace assay
