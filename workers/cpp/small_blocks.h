// Small blocks of memory, quickly: a worker that serves small models spends a fifth of its time in
// malloc and free, because a session is thousands of small blocks that come and go together, more
// than glibc keeps at hand.
//
// Linking small_blocks.cc replaces malloc, free and operator new of the whole process. The thread
// that calls UseSmallBlocks(true) then gets blocks of up to 1 KiB from lists of its own; larger
// ones, other threads, aligned blocks and everything after UseSmallBlocks(false) are glibc's. Any
// thread may free any block.
//
// It notices what glibc notices of a small block, and ends the process in the same way: freeing
// twice, freeing what is no block, and a list of free blocks that was written over. What glibc
// finds beyond that in its own heads of blocks is found where it counts: a request in a clean
// process is served with glibc's blocks.
#pragma once

namespace assay::worker {

// Small blocks of this thread, from now on. Does nothing where the environment asks for something
// of glibc's own: MALLOC_CHECK_, MALLOC_PERTURB_ or GLIBC_TUNABLES. Of one thread only.
void UseSmallBlocks(bool use);

}  // namespace assay::worker
