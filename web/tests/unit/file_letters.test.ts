// The letters of files that people open, as their programs wrote them.
import { describe, expect, test } from "vitest";
import { kCharacterSets, lettersOf } from "../../src/state/file_letters";

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));
const kKeJie = [0xbf, 0xc2, 0xbd, 0xe0]; // 柯洁 in GB18030
const kIyama = [0x88, 0xe4, 0x8e, 0x52]; // 井山 in Shift_JIS
const kEscaped = "\x1b$B0f;3\x1b(B"; // 井山 in ISO-2022-JP

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

  test("a set of seven bits is taken from CA, or from its escapes", () => {
    for (const name of ["ISO-2022-JP", "JIS", "csISO2022JP", "iso-2022-jp-3", "CP50221"])
      expect(lettersOf(bytes(`(;CA[${name}]PB[${kEscaped}])`))).toEqual({ text: `(;CA[${name}]PB[井山])`, guessed: null });
    for (const name of ["HZ-GB-2312", "HZ"]) expect(lettersOf(bytes(`(;CA[${name}]PB[~{?B=\`~}]C[a~~b])`)).text).toBe(`(;CA[${name}]PB[柯洁]C[a~b])`);
    expect(lettersOf(bytes("(;CA[ISO-2022-KR]PB[\x1b$)C\x0e@L<<59\x0f])")).text).toBe("(;CA[ISO-2022-KR]PB[이세돌])");
    for (const head of ["(;", "(;CA[UTF-8]", "(;CA[GB2312]", "(;CA[Klingon]"])
      expect(lettersOf(bytes(`${head}PB[${kEscaped}])`))).toEqual({ text: `${head}PB[井山])`, guessed: "iso-2022-jp" });
    expect(lettersOf(bytes("(;CA[ISO-2022-JP]PB[井山])")).text).toContain("井山");
    expect(lettersOf(bytes("(;CA[HZ]PB[plain])"))).toEqual({ text: "(;CA[HZ]PB[plain])", guessed: null });
  });

  test("an x- before a name says nothing", () => {
    for (const name of ["x-big5", "x-x-big5", "Big5"]) expect(lettersOf(bytes(`(;CA[${name}]PB[`, [0xb3, 0x5c], "])")).text).toContain("許");
    for (const name of ["x-gb18030", "x-windows-936"]) expect(lettersOf(bytes(`(;CA[${name}]PB[`, kKeJie, "])")).text).toContain("柯洁");
  });

  test("without a set that is known one is guessed, and another may be chosen", () => {
    for (const head of ["(;PB[", "(;CA[Klingon]PB[", "(;CA[UTF-8]PB["])
      expect(lettersOf(bytes(head, [0xe9], "])"))).toEqual({ text: `${head}é])`, guessed: "windows-1252" });
    expect(lettersOf(bytes("(;PB[", kKeJie, "])"), "gb18030")).toEqual({ text: "(;PB[柯洁])", guessed: "gb18030" });
    for (const set of kCharacterSets) expect(lettersOf(bytes("(;B[aa])"), set).text).toBe("(;B[aa])");
  });
});
