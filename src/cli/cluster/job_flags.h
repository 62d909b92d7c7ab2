// The flags of everything that places a job of agents.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/app.h"
#include "cluster/job.h"

namespace assay::cli::cluster {

using assay::cluster::Job;

struct JobFlags {
  std::string more;  // of `assay fuzz`, in one text
  Job job;
};

void AddJobFlags(App& app, JobFlags& flags);

// The job that they mean, if an engine could run it.
Result<Job> JobOf(const JobFlags& flags);

}  // namespace assay::cli::cluster
