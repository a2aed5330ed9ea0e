# CMake 3.25 has no platform file of this name; nothing is special about it beyond cmake/wasi.cmake.
