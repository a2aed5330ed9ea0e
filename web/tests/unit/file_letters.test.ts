// The letters of files that people open, as their programs wrote them.
import { describe, expect, test } from "vitest";
import { kCharacterSets, lettersOf } from "../../src/state/file_letters";

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));
const kKeJie = [0xbf, 0xc2, 0xbd, 0xe0]; // 柯洁 in GB18030
const kIyama = [0x88, 0xe4, 0x8e, 0x52]; // 井山 in Shift_JIS

describe("letters of files", () => {
  test("UTF-8 and UTF-16 are read as they are, whatever CA says", () => {
    expect(lettersOf(bytes("(;CA[GB2312]PB[柯洁])"))).toEqual({ text: "(;CA[GB2312]PB[柯洁])", guessed: null });
    expect(lettersOf(bytes([0xef, 0xbb, 0xbf], "(;PB[é])")).text).toBe("(;PB[é])");
    expect(lettersOf(bytes([0xff, 0xfe, 0x28, 0, 0x3b, 0, 0x29, 0])).text).toBe("(;)");
  });

  test("the set that CA names is taken, by any of its names", () => {
    for (const name of ["GB2312", "gb18030", "windows-936", "GB_2312-80", "x-gbk", "MS936", "GBK"])
      expect(lettersOf(bytes(`(;CA[${name}]PB[`, kKeJie, "])")).text).toContain("柯洁");
    for (const name of ["Shift_JIS", "MS_Kanji", "x-sjis", "cp932"]) expect(lettersOf(bytes(`(;CA[${name}]PB[`, kIyama, "])")).text).toContain("井山");
    expect(lettersOf(bytes("(;CA[GB2312]PB[", kKeJie, "])")).guessed).toBeNull();
  });

  test("without a set that is known one is guessed, and another may be chosen", () => {
    for (const head of ["(;PB[", "(;CA[Klingon]PB[", "(;CA[UTF-8]PB["])
      expect(lettersOf(bytes(head, [0xe9], "])"))).toEqual({ text: `${head}é])`, guessed: "windows-1252" });
    expect(lettersOf(bytes("(;PB[", kKeJie, "])"), "gb18030")).toEqual({ text: "(;PB[柯洁])", guessed: "gb18030" });
    for (const set of kCharacterSets) expect(lettersOf(bytes("(;B[aa])"), set).text).toBe("(;B[aa])");
  });
});
