// Nothing in the client is newer than the browsers that docs/hosting.md names, and nothing here newer than the oldest Node.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { kOldest } from "../../browsers";

const kRoot = fileURLToPath(new URL("../..", import.meta.url));
const files = (folder: string, endings: RegExp) =>
  readdirSync(join(kRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => endings.test(name))
    .map((name) => join(folder, name));

// Where each is younger than the oldest of the four. What the type checker does not know by its `lib` (ES2022) stands here.
const kTooNew: Record<"script" | "style", readonly [name: string, pattern: RegExp][]> = {
  script: [
    ["named kinds of useGrouping", /useGrouping: *["'`]/],
    ["Intl.DurationFormat, Intl.Segmenter", /Intl\.(DurationFormat|Segmenter)/],
    ["methods of arrays of 2023", /\.(toSorted|toReversed|toSpliced|findLast|findLastIndex)\(/],
    ["groupBy, fromAsync", /\b(Object|Map)\.groupBy|Array\.fromAsync/],
    ["Promise.withResolvers, Promise.try", /Promise\.(withResolvers|try)\b/],
    ["methods of sets, and of iterators", /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\bIterator\./],
    ["isWellFormed, RegExp.escape", /\.(isWellFormed|toWellFormed)\(|RegExp\.escape/],
    ["URL.canParse, URL.parse", /\bURL\.(canParse|parse)\b/],
    ["AbortSignal.any", /AbortSignal\.any\b/],
    ["regular expressions with the flag v", /[=(,:]\s*\/[^/\n]+\/[dgimsuy]*v[dgimsuy]*[.,;)\s]/],
    ["popover", /\bpopover(target|=)|(show|hide|toggle)Popover/i],
    ["transitions of views, checkVisibility, moveBefore", /startViewTransition|checkVisibility|moveBefore/],
    ["requestIdleCallback, scheduler, cookieStore, Temporal", /requestIdleCallback|\bscheduler\.|\bcookieStore\b|\bTemporal\./],
    ["scrollend", /scrollend/],
    ["details with a name, <search>, closedby", /<details[^>]* name=|<search[ >]|closedby/],
    ["import attributes", /^import .* with \{/m],
    ["using", /^\s*(await )?using \w+ =/m],
    ["WebGPU", /navigator\.gpu\b/],
  ],
  style: [
    ["light-dark()", /light-dark\(/],
    ["rules inside rules", /^\s+&|^\s*&/m],
    ["@scope, @starting-style, @property, @position-try", /@(scope|starting-style|property|position-try|function)\b/],
    // Where a browser does not know `pretty` and `balance`, lines end as they always did.
    ["text-wrap, text-box", /text-(wrap(?!: (pretty|balance);)|box)/],
    ["field-sizing, interpolate-size, anchors", /field-sizing|interpolate-size|calc-size|anchor-name|position-anchor|\banchor\(/],
    [":user-valid, :popover-open, :open", /:user-(in)?valid|:popover-open|:open\b/],
    ["round(), mod(), abs(), linear()", /[ (](round|mod|rem|abs|sign|linear)\(/],
    ["queries of style", /style\(--/],
    ["animations by scrolling", /(animation|scroll|view)-timeline/],
    ["transition-behavior", /transition-behavior|allow-discrete/],
    ["colours made of others by `from`", /\((from) /],
    ["subgrid", /subgrid/],
    ["scrollbar-color, scrollbar-width", /scrollbar-(color|width|gutter)/],
    ["scripting, inverted-colors, reduced transparency", /\((scripting|inverted-colors|prefers-reduced-transparency)/],
  ],
};

function faultsIn(names: string[], kind: keyof typeof kTooNew): string[] {
  const faults: string[] = [];
  for (const name of names) {
    const text = readFileSync(join(kRoot, name), "utf8");
    for (const [what, pattern] of kTooNew[kind]) if (pattern.test(text)) faults.push(`${name}: ${what}`);
  }
  return faults;
}

describe("the oldest browsers", () => {
  it("are those that the page for hosts names", () => {
    const page = readFileSync(join(kRoot, "../docs/hosting.md"), "utf8").replace(/\s+/g, " ");
    expect(kOldest.edge).toBe(kOldest.chrome);
    expect(page).toContain(`Chrome and Edge ${kOldest.chrome}, Firefox ${kOldest.firefox}, Safari ${kOldest.safari} `);
  });
  it("know all that the client uses", () => {
    expect(faultsIn([...files("src", /\.tsx?$/), ...files("public", /\.js$/), "index.html"], "script")).toEqual([]);
    expect(faultsIn(files("src", /\.css$/), "style")).toEqual([]);
  });
  it("would be missed: a page with something new is found", () => {
    for (const [what, text] of [
      ["named kinds", 'new Intl.NumberFormat(tag, { useGrouping: "min2" })'],
      ["regular expressions", 'text.replace(/[a--b]/gv, "")'],
    ] as const)
      expect(kTooNew.script.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)).toEqual([expect.stringContaining(what)]);
  });
});

describe("the oldest Node", () => {
  it("is the one of Debian 12, by package.json and the types", () => {
    const { engines, devDependencies } = JSON.parse(readFileSync(join(kRoot, "package.json"), "utf8")) as Record<string, Record<string, string>>;
    expect(engines?.["node"]).toBe(">=18.18");
    expect(devDependencies?.["@types/node"]).toMatch(/^\^18\./);
  });
  // The type checker reads the others.
  it("knows all that the scripts use", () => {
    const newer =
      /import\.meta\.(dirname|filename)|\.(toSorted|toReversed|toSpliced)\(|Object\.groupBy|withResolvers|\bglob(Sync)?\(|node:sqlite|styleText|parseEnv/;
    expect([...files("scripts", /\.mjs$/), ...files("tests", /\.mjs$/)].filter((name) => newer.test(readFileSync(join(kRoot, name), "utf8")))).toEqual([]);
  });
});
