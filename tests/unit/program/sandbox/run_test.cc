#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/strings.h"
#include "program/sandbox.h"

namespace assay::program {
namespace {

SandboxOutcome Shell(const std::string& script, SandboxLimits limits = {}, std::string input = "") {
  const Result<SandboxOutcome> out = RunSandboxed(
      {.words = {"/bin/sh", "-c", script}, .input = std::move(input), .limits = limits});
  EXPECT_TRUE(out.ok()) << out.error().message;
  return out.ok() ? *out : SandboxOutcome{};
}

bool Isolated() { return ProbeSandbox().strength <= SandboxStrength::kNamespaces; }

TEST(Run, OutputAndExitCode) {
  const SandboxOutcome out = Shell("cat; echo err >&2; exit 7", {}, "text\n");
  EXPECT_EQ(out.exit_code, 7);
  EXPECT_EQ(out.out, "text\n");
  EXPECT_EQ(out.err, "err\n");
  EXPECT_EQ(out.limit, SandboxLimit::kNone);
}

TEST(Run, ErrorsAreHeardAsTheyCome) {
  std::vector<std::string> heard;
  const Result<SandboxOutcome> out =
      RunSandboxed({.words = {"/bin/sh", "-c", "echo one >&2; sleep 0.3; echo two >&2"},
                    .on_error = [&](std::string_view piece) { heard.emplace_back(piece); }});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_GE(heard.size(), 2u);
  EXPECT_EQ(Join(heard, ""), "one\ntwo\n");
  EXPECT_EQ(out->err, "one\ntwo\n");
}

TEST(Run, SignalIsTold) {
  const SandboxOutcome out = Shell("kill -SEGV $$");
  if (!Isolated()) GTEST_SKIP() << "signals are forbidden without namespaces";
  EXPECT_EQ(out.signal, 11);
  EXPECT_EQ(out.exit_code, -1);
}

TEST(Run, NobodyInsideIsRootOutside) {
  if (!Isolated()) GTEST_SKIP() << ProbeSandbox().detail;
  const SandboxOutcome out =
      Shell("id -u; cat /proc/self/uid_map; cat /proc/self/status | grep CapEff");
  const std::vector<std::string> lines = Split(out.out, '\n');
  ASSERT_GE(lines.size(), 3u) << out.out << out.err;
  EXPECT_EQ(lines[0], "1000");
  EXPECT_NE(lines[2].find("0000000000000000"), std::string::npos) << lines[2];
}

TEST(Run, FilesOfTheHostAreOutOfReach) {
  const std::string secret = StrCat("/tmp/assay-test-secret-", getpid());
  std::ofstream(secret) << "token";
  const SandboxOutcome out = Shell(
      StrCat("cat ", secret,
             "; echo x > /usr/escaped; echo x > /escaped; ls /home /root /var; cat /etc/shadow"));
  std::filesystem::remove(secret);
  EXPECT_EQ(out.out.find("token"), std::string::npos) << out.out;
  EXPECT_EQ(out.out.find("root:"), std::string::npos) << out.out;
  EXPECT_FALSE(std::filesystem::exists("/usr/escaped"));
  EXPECT_FALSE(std::filesystem::exists("/escaped"));
}

TEST(Run, ProcessesOfTheHostAreInvisible) {
  if (!Isolated()) GTEST_SKIP() << ProbeSandbox().detail;
  const SandboxOutcome out =
      Shell(StrCat("ls -d /proc/[0-9]* | wc -l; test -d /proc/", getpid(), " && echo seen"));
  EXPECT_LT(std::atoi(out.out.c_str()), 8) << out.out;
  EXPECT_EQ(out.out.find("seen"), std::string::npos);
}

TEST(Run, WallTimeEndsEverything) {
  const auto start = std::chrono::steady_clock::now();
  const SandboxOutcome out = Shell(
      "trap '' TERM INT HUP; (setsid sleep 300 &) ; while :; do sleep 1; done", {.wall_s = 1});
  EXPECT_EQ(out.limit, SandboxLimit::kWall);
  EXPECT_TRUE(out.timed_out());
  // Far less than the process that was left behind would have taken, however slow the machine.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(250));
}

TEST(Run, OutputIsCutAndFloodsEnd) {
  SandboxOutcome out = Shell("head -c 3000 /dev/zero", {.output_bytes = 1000});
  EXPECT_EQ(out.out.size(), 1000u);
  EXPECT_TRUE(out.out_cut);
  EXPECT_FALSE(out.err_cut);
  out = Shell("cat /dev/zero", {.output_bytes = 1000, .flood_bytes = 5 << 20});
  EXPECT_EQ(out.limit, SandboxLimit::kOutput);
}

TEST(Run, ScratchIsBounded) {
  if (!Isolated()) GTEST_SKIP() << ProbeSandbox().detail;
  const SandboxOutcome out =
      Shell("head -c 30000000 /dev/zero > big; wc -c < big; pwd; touch $HOME/a && echo home",
            {.scratch_mb = 16});
  EXPECT_LE(std::atol(out.out.c_str()), 16 << 20) << out.out;
  EXPECT_NE(out.out.find("/tmp/work"), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("home"), std::string::npos) << out.out << out.err;
}

// A sandbox within limits that are stricter than its own, such as a shell's `ulimit -f`.
TEST(Run, StricterLimitsOutsideStay) {
  if (!Isolated()) GTEST_SKIP() << ProbeSandbox().detail;
  constexpr uint64_t kBytes = uint64_t{64} << 20;
  const pid_t child = fork();
  if (child == 0) {  // a hard limit cannot be lifted again: not in this process
    const rlimit strict{kBytes, kBytes};
    if (setrlimit(RLIMIT_FSIZE, &strict) != 0) _exit(3);
    const auto out = RunSandboxed({.words = {"/bin/sh", "-c", "ulimit -f"}});
    if (!out.ok()) _exit(4);
    _exit(out->exit_code == 0 && out->out == StrCat(kBytes / 512, "\n") ? 0 : 5);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "3: no limit, 4: no sandbox, 5: another limit; " << WEXITSTATUS(status);
}

TEST(Run, NoNetwork) {
  if (!Isolated()) GTEST_SKIP() << ProbeSandbox().detail;
  const SandboxOutcome out = Shell("cat /proc/net/dev | grep -v lo: | wc -l");
  EXPECT_EQ(std::atoi(out.out.c_str()), 2) << out.out;  // two lines of headings
}

TEST(Run, MissingCommandIsAnError) {
  const Result<SandboxOutcome> out = RunSandboxed({.words = {"/nonexistent/program"}});
  // Started by another program, a missing command shows as its exit code.
  EXPECT_TRUE(!out.ok() || out->exit_code != 0);
}

}  // namespace
}  // namespace assay::program
