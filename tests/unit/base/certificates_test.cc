#include "base/certificates.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"

namespace assay {
namespace {

TEST(Certificates, AreTakenFromWhereTheyLie) {
  unsetenv("SSL_CERT_FILE");
  const std::string here = testing::TempDir() + "/certificates.pem";
  ASSERT_TRUE(WriteFile(here, "").ok());
  EXPECT_EQ(CertificateFile(here, {"/nowhere"}), "") << "the library's own place will do";
  EXPECT_EQ(CertificateFile("/nowhere", {"/neither", here}), here);
  EXPECT_EQ(CertificateFile("/nowhere", {"/neither"}), "");
  setenv("SSL_CERT_FILE", "/chosen", 1);
  EXPECT_EQ(CertificateFile(here, {}), "/chosen");
  unsetenv("SSL_CERT_FILE");
}

}  // namespace
}  // namespace assay
