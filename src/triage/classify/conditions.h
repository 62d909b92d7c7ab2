// The conditions of the rules, one function each; rules.def says what follows from them.
#pragma once

#include "triage/classify/clues.h"

namespace assay::triage::conditions {

// Of what a message says.
bool BrokenDependency(const Clues& clues);
bool LibraryBeneath(const Clues& clues);
bool MissingHardware(const Clues& clues);
bool NotThere(const Clues& clues);
bool RefusesArguments(const Clues& clues);
bool SpeaksOfTypes(const Clues& clues);
bool SpeaksOfShapes(const Clues& clues);

// Of how a run ended.
bool MemoryFault(const Clues& clues);
bool DiesOnEmpty(const Clues& clues);
bool Dies(const Clues& clues);
bool BusyHang(const Clues& clues);
bool IdleHang(const Clues& clues);
bool Hang(const Clues& clues);
bool WastesMemory(const Clues& clues);
bool Idles(const Clues& clues);
bool Slow(const Clues& clues);
bool ConversionFails(const Clues& clues);
bool InstallFails(const Clues& clues);
bool DocumentedFails(const Clues& clues);
bool ProgramDies(const Clues& clues);
bool Refused(const Clues& clues);
bool Fails(const Clues& clues);  // refused or died
bool FailsAtLoad(const Clues& clues);
bool FailsAtCompile(const Clues& clues);
bool OneOperatorFails(const Clues& clues);

// Of the results.
bool ReadsGarbage(const Clues& clues);
bool Changes(const Clues& clues);
bool Outlier(const Clues& clues);
bool LossOff(const Clues& clues);
bool MetricOff(const Clues& clues);
bool GradientOff(const Clues& clues);
bool OtherType(const Clues& clues);
bool OtherShape(const Clues& clues);
bool ModesDisagree(const Clues& clues);
bool OneOperatorWrong(const Clues& clues);
bool JustOutside(const Clues& clues);
bool Always(const Clues& clues);

}  // namespace assay::triage::conditions
