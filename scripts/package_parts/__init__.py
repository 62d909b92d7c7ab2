"""What scripts/package is made of: `files` of the project, shared `libraries`, `licences`, `writers` of the wheel and the archive."""
