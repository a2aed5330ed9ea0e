// What a page says of whatever was thrown: our own words, never those of the browser.
import { expect, test } from "vitest";
import { ApiError } from "../../src/net/api";
import { problemText } from "../../src/state/problem_text";
import { CoreError } from "../../src/wasm/core";

test("what the server, the core and we ourselves say is shown, and nothing that the browser says", () => {
  expect(problemText(new ApiError(404, { code: "not-found", message: "This table does not exist." }))).toBe("This table does not exist.");
  const said = { message: "the rules engine could not be loaded (404)", code: "core-not-loaded", arguments: { status: 404 } };
  expect(problemText(new CoreError(said))).toBe("The rules engine could not be loaded (404).");
  expect(problemText(new Error("This game is still in progress."))).toBe("This game is still in progress.");
  for (const error of [new TypeError("x is undefined"), new RangeError("Maximum call stack"), new DOMException("full", "QuotaExceededError"), "text", null])
    expect(problemText(error)).toBe("Something went wrong. Try again.");
});
