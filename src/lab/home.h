// Where the program's own files lie, and where it keeps links to what it makes.
//
// In a clone, manifests, workers, data and scripts are the clone's, and links to environments lie
// in its build folder. In a package (a wheel or an archive; docs/reference/targets.md) they lie in
// share/assay beside the program's folder. That may be read-only and belong to several users, so
// nothing is ever written there: links lie in the user's cache. A file PACKAGE tells the two apart;
// scripts/lib.sh follows the same rule.
#pragma once

#include <string>

namespace assay::lab {

// $ASSAY_HOME; without it the package that this program belongs to; without one ".".
std::string HomeFolder();

// The same for a stated variable and a stated path of the program; absolute.
std::string FindHome(const std::string& variable, const std::string& program);

bool IsPackage(const std::string& home);

// The folder that holds a link for each environment, by name. In a package it is another one for
// every state of the locks, so that a newer package makes what it needs.
std::string EnvironmentLinks(const std::string& home);

// The folder of the native workers.
std::string NativeWorkers(const std::string& home);

}  // namespace assay::lab
