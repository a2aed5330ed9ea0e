// How a moving board's number of pixels follows the time that its frames take.
import { describe, expect, it } from "vitest";
import { Pace } from "../../src/boards/scene/pace";
import { drawsBySoftware } from "../../src/boards/scene/quality";

/** The shares that a machine comes to whose frames take `ms(share)`, over three seconds. */
function shares(ms: (share: number) => number): number[] {
  const pace = new Pace();
  const seen: number[] = [pace.share];
  for (let time = 0; time < 3_000;) {
    const took = ms(pace.share);
    time += took;
    pace.took(took);
    if (seen.at(-1) !== pace.share) seen.push(pace.share);
  }
  return seen;
}

/** A display that shows a frame at its next sixtieth of a second. */
const shown = (ms: number) => Math.ceil(ms / 16.67) * 16.67;

describe("a board in motion", () => {
  it("keeps all pixels where its frames come in time", () => {
    expect(shares(() => 16.7)).toEqual([1]);
    expect(shares(() => 8.3)).toEqual([1]);
  });

  it("has as many as can be drawn in time", () => {
    expect(shares((share) => shown(26 * share * share))).toEqual([1, 0.5, 0.75]);
    expect(shares((share) => shown(40 * share * share))).toEqual([1, 0.5, 0.75, 0.5]);
  });

  it("has a quarter where that is still late but helps", () => {
    expect(shares((share) => 200 * share * share)).toEqual([1, 0.5]);
  });

  it("has all of them where their number is not what costs time", () => {
    expect(shares(() => 33.3)).toEqual([1, 0.5, 1]);
  });

  it("thinks nothing of single slow frames and of a page that was hidden", () => {
    let frames = 0;
    expect(shares(() => (++frames % 4 === 0 ? 90 : 16.7))).toEqual([1]);
    const pace = new Pace();
    for (let i = 0; i < 20; ++i) pace.took(60_000);
    expect(pace.share).toBe(1);
  });
});

describe("what draws", () => {
  it("is told by its name", () => {
    for (const name of [
      "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
      "Mesa/X.org, llvmpipe (LLVM 15.0.6, 256 bits)",
      "ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0), D3D11",
      "Apple Software Renderer",
    ])
      expect(drawsBySoftware(name), name).toBe(true);
    for (const name of [
      "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)",
      "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)",
      "Apple M1",
      "Adreno (TM) 640",
      "",
    ])
      expect(drawsBySoftware(name), name).toBe(false);
  });
});
