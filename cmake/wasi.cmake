# Toolchain for the WebAssembly face: Debian's clang-22, lld-22, wasi-libc, libc++-22-dev-wasm32 and
# libclang-rt-22-dev-wasm32. They install into the compiler's own search path, so no sysroot is named.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})

find_program(CAIRN_WASI_CXX NAMES clang++-22 REQUIRED)
# GNU ar serves: wasm-ld reads archives without an index. LLVM's own would be one more package.
find_program(CAIRN_WASI_AR NAMES llvm-ar-22 ar REQUIRED)
set(CMAKE_CXX_COMPILER ${CAIRN_WASI_CXX})
set(CMAKE_AR ${CAIRN_WASI_AR})
set(CMAKE_CXX_ARCHIVE_FINISH "")
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# clang-22 would rather hear wasm32-wasip1, which Debian's libraries are not installed for.
set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions -fno-rtti -Wno-deprecated")
# Bytes on the wire count here: half the size of -O3.
set(CMAKE_CXX_FLAGS_RELEASE "-Os -flto -DNDEBUG" CACHE STRING "")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # a reactor has no main to try

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
