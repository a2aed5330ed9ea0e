// CAIRN_CARRY(name, path): the file at `path` stands in the program as it is, between `name` and `name_end`.
#pragma once

#define CAIRN_CARRY(name, path)                                                                               \
  __asm__(".section .rodata\n.balign 16\n.global " #name "\n" #name ":\n.incbin \"" path "\"\n.global " #name \
          "_end\n" #name "_end:\n.byte 0\n.previous\n");                                                      \
  extern "C" const char name[], name##_end[]  // NOLINT(bugprone-macro-parentheses): a name stands without
