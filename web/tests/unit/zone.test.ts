import { describe, expect, it } from "vitest";
import { browserZone, kZones, zoneName } from "../../src/state/zone";

describe("time zones", () => {
  it("have names", () => {
    expect([0, 60, 330, -570, 840].map(zoneName)).toEqual(["UTC", "UTC+1", "UTC+5:30", "UTC−9:30", "UTC+14"]);
  });
  it("are listed from west to east, each once, within what the server takes", () => {
    expect([...kZones].sort((a, b) => a - b)).toEqual(kZones);
    expect(new Set(kZones.map(zoneName)).size).toBe(kZones.length);
    expect([kZones[0], kZones.at(-1)]).toEqual([-720, 840]);
  });
  it("know the browser's own", () => {
    expect(browserZone() + new Date().getTimezoneOffset()).toBe(0);
    expect(Object.is(browserZone(), -0)).toBe(false);
  });
});
