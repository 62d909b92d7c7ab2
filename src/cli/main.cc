#include "cli/command.h"

int main(int argc, char** argv) { return assay::cli::Main(argc, argv); }
