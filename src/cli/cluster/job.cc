#include "cli/cluster/job.h"

#include <re2/re2.h>

#include "base/strings.h"
#include "store/address.h"

namespace assay::cli::cluster {

Status Check(const Job& job) {
  if (!store::IsAddress(job.store))
    return Invalid(StrCat("--store ", job.store,
                          ": agents on several machines need a database that all of them reach: "
                          "postgresql://user@host/name"));
  if (store::WithoutPassword(job.store) != job.store)
    return Invalid(
        "--store holds a password, which a script would show to everybody; leave it out: agents "
        "take it from PGPASSWORD or from ~/.pgpass");
  if (!RE2::FullMatch(job.campaign, R"([A-Za-z0-9][A-Za-z0-9._-]{0,50})"))
    return Invalid(StrCat("--campaign '", job.campaign,
                          "': letters, digits, '.', '_' and '-', please, 51 at most"));
  if (job.nodes < 1 || job.nodes > 100000)
    return Invalid(StrCat("--nodes ", job.nodes, ": between 1 and 100000"));
  if (job.cpus < 0 || job.gpus < 0) return Invalid("--cpus and --gpus cannot be negative");
  return {};
}

std::vector<std::string> AgentWords(const Job& job) {
  std::vector<std::string> out = {"fuzz",       "--store", job.store, "--campaign",
                                  job.campaign, "--time",  job.time,  "--quiet"};
  if (job.cpus > 0) {
    out.emplace_back("--jobs");
    out.push_back(StrCat(job.cpus));
  }
  out.insert(out.end(), job.more.begin(), job.more.end());
  return out;
}

std::string Quoted(const std::string& word) {
  if (!word.empty() && RE2::FullMatch(word, R"([A-Za-z0-9_@%+=:,./-]+)")) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace assay::cli::cluster
