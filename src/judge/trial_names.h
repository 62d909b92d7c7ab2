// Names of src/trial that nearly every file here uses.
#pragma once

#include "trial/bench.h"
#include "trial/claim.h"
#include "trial/dialect.h"

namespace assay::judge {

using trial::AddGuard;
using trial::AddSameTrial;
using trial::AllSentences;
using trial::ApiCall;
using trial::Bench;
using trial::Blame;
using trial::CallArgument;
using trial::Cited;
using trial::CountOverloads;
using trial::Dialect;
using trial::Dims;
using trial::Disagreement;
using trial::FindDialect;
using trial::FirstWords;
using trial::IsAmbiguous;
using trial::IsArbitrary;
using trial::IsRandom;
using trial::Judged;
using trial::NewTrial;
using trial::OracleInput;
using trial::SameText;
using trial::Shaken;
using trial::TensorVariables;
using trial::Trial;
using trial::TrialWriter;
using trial::TypesOf;
using trial::Verdict;
using trial::WrittenCall;

}  // namespace assay::judge
