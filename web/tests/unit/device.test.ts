import { expect, it } from "vitest";
import { deviceName } from "../../src/state/device";

it("names browsers in words", () => {
  const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
  expect(deviceName(chrome)).toBe("Chrome, Windows");
  expect(deviceName(`${chrome} Edg/131.0.0.0`)).toBe("Edge, Windows");
  expect(deviceName("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36")).toBe(
    "Chrome, Android",
  );
  expect(deviceName("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0")).toBe("Firefox, Linux");
  expect(deviceName("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1")).toBe(
    "Safari, iPhone",
  );
  expect(deviceName("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15")).toBe(
    "Safari, macOS",
  );
  expect(deviceName("curl/8.9")).toBe("curl/8.9");
  expect(deviceName("")).toBe("A browser");
});
