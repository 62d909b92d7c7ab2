# Toolchain file: builds for another kind of machine, with Debian's compiler for it; scripts/cross-check is its user.
#
#   cmake -G Ninja -B build/cross-x86_64 --toolchain cmake/cross.cmake -DASSAY_MACHINE=x86_64 -DASSAY_SYSROOT="$(scripts/cross-sysroot x86_64)"
#
# ASSAY_MACHINE is x86_64 or aarch64, ASSAY_SYSROOT the folder with its headers and libraries: only those are found. What runs while building
# (protoc, gzip, npm) is this machine's, and what was built runs under qemu.

# What CMake starts inside itself (its compiler checks, scripts/build-onnx) reads this file again and knows the environment only.
foreach(name ASSAY_MACHINE ASSAY_SYSROOT)
  if(NOT DEFINED ${name})
    set(${name} $ENV{${name}})
  endif()
  if(NOT ${name})
    message(FATAL_ERROR "cmake/cross.cmake needs ${name}; scripts/cross-check sets it")
  endif()
  set(ENV{${name}} ${${name}})
endforeach()
set(triplet ${ASSAY_MACHINE}-linux-gnu)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${ASSAY_MACHINE})
set(CMAKE_C_COMPILER ${triplet}-gcc)
set(CMAKE_CXX_COMPILER ${triplet}-g++)
set(CMAKE_SYSROOT ${ASSAY_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${ASSAY_SYSROOT}/usr/lib/${triplet}/pkgconfig:${ASSAY_SYSROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${ASSAY_SYSROOT})
# -cpu max: all that the emulator knows of the machine, AVX2 and FMA among it.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${ASSAY_MACHINE} -cpu max -L ${ASSAY_SYSROOT})

# For scripts/build-onnx and scripts/build-tree-sitter, whose results are kept per compiler.
set(ENV{CMAKE_TOOLCHAIN_FILE} ${CMAKE_CURRENT_LIST_FILE})
set(ENV{CC} ${CMAKE_C_COMPILER})
set(ENV{CXX} ${CMAKE_CXX_COMPILER})
set(ENV{AR} ${triplet}-ar)
