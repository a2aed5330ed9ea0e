// Reads the sources of the command line (apps/cairn) for what it says to people: help, refusals, the game in the terminal;
// and those of the server for its settings, which are options there.
import { readdirSync, readFileSync } from "node:fs";

const kFolder = new URL("../../../apps/cairn/", import.meta.url);
const kServer = new URL("../../../server/net/", import.meta.url);
const kLiteral = String.raw`(?:R"\((?:[^)]|\)(?!"))*\)"|"(?:[^"\\\n]|\\.)*")`;
const kLiterals = String.raw`((?:${kLiteral}\s*)+)`;
const kForms = [
  new RegExp(String.raw`\bsay\(\s*${kLiterals}[,)]`, "g"),
  new RegExp(String.raw`\brefuse\(\s*"[\w ]+",\s*${kLiterals},`, "g"),
  new RegExp(String.raw`\bkBoardHelp =\s*${kLiterals};`, "g"),
];
const kMessage = new RegExp(String.raw`[({]\s*"(cli-[a-z0-9-]+)",\s*${kLiterals}`, "g");
// Also by what names a subcommand, or an option, for several of them: a name, then the help.
const kHelp = /\b(?:option|flag|number|subcommand|footer|Program program|add|look|act)\(/g;

const literalOf = (one: string): string => (one.startsWith("R") ? one.slice(3, -2) : (JSON.parse(one) as string));
const valueOf = (literals: string): string => [...literals.matchAll(new RegExp(kLiteral, "g"))].map(([one]) => literalOf(one)).join("");
const isLiteral = (text: string): boolean => new RegExp(String.raw`^(?:${kLiteral}\s*)+$`).test(text);

/** What stands between a bracket and its end, cut at the commas. */
function argumentsFrom(source: string, at: number): string[] {
  const parts = [""];
  for (let depth = 0, i = at; i < source.length;) {
    const literal = new RegExp(kLiteral, "y");
    literal.lastIndex = i;
    const found = literal.exec(source)?.[0];
    const one = found ?? source.charAt(i);
    i += one.length;
    if (!found && "({[".includes(one)) ++depth;
    if (!found && ")}]".includes(one) && depth-- === 0) break;
    if (one === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += one;
  }
  return parts.map((part) => part.trim());
}

// Said by CLI11, or chosen by a name: facts of a position and their values, what sides did.
const kOthers = [
  ...["Usage", "Positionals", "OPTIONS", "SUBCOMMAND", "SUBCOMMANDS", "Options", "Subcommands"],
  ...["swaps the sides", "has played", "accepts", "resumes play", "arranges its pieces", "has no legal step and loses the turn", "leaves the game"],
  ...["passes##of a side", "No result", "Drawn", "Now * marks the last freedom of a threatened group.", "Last freedoms are no longer marked."],
  ...["phase", "komi", "scoring", "ko", "handicap", "passes", "accepted", "resumed", "status", "end", "ended", "swapped", "turn", "steps left", "score"].map(
    (fact) => `${fact}##of a position`,
  ),
  ...["black-in-atari", "white-in-atari", "black-refused", "white-refused"].map((fact) => `${fact}##of a position`),
  ...["play", "agreement", "over", "area", "territory", "simple", "situational", "positional", "black", "white", "repetition", "no-move"].map(
    (value) => `${value}##of a position`,
  ),
];

/** Help of the settings as apps/cairn/config_choice.cpp shows it: one that is on unless said otherwise has a flag that disables it. */
function settingHelps(): string[] {
  const on = [...readFileSync(new URL("config.h", kServer), "utf8").matchAll(/\bbool (\w+) = true;/g)].map(([, name = ""]) => name);
  const source = readFileSync(new URL("config_settings.cpp", kServer), "utf8");
  return [...source.matchAll(/\bgroup\.(?:live|at_start)\(/g)].map((match) => {
    const [setting = "", help = ""] = argumentsFrom(source, match.index + match[0].length);
    const said = valueOf(help);
    const truth = /^truth\("[\w-]+", &C::(\w+)\)$/.exec(setting)?.[1];
    return truth !== undefined && on.includes(truth) ? `Disable ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said;
  });
}

/** Texts that are their own keys, and texts by code. */
export function cliTexts(): { keys: string[]; codes: Record<string, string> } {
  const keys = new Set([...kOthers, ...settingHelps()]);
  const codes: Record<string, string> = {};
  for (const file of readdirSync(kFolder).filter((name) => name.endsWith(".cpp") || name === "game_choice.h")) {
    const source = readFileSync(new URL(file, kFolder), "utf8");
    for (const form of kForms) for (const [, text = ""] of source.matchAll(form)) keys.add(valueOf(text));
    for (const [, code = "", text = ""] of source.matchAll(kMessage)) codes[code] = valueOf(text);
    for (const match of source.matchAll(kHelp)) {
      const given = argumentsFrom(source, match.index + match[0].length);
      for (const help of given.length === 1 ? given : given.slice(1)) if (isLiteral(help)) keys.add(valueOf(help));
    }
  }
  return { keys: [...keys].sort(), codes };
}
