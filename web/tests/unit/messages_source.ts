// Reads the sources of the core, the server and the client for messages: `Message("code", "text with {holes}", …)`,
// `MessageText("code", "text")` and the client's `say("code", "text", …)`. Also finds sentences that are none.
import { readdirSync, readFileSync } from "node:fs";
import { kUntranslated } from "./new_games";
import { reasonSentence } from "../../src/lang/messages";

const kRoot = new URL("../../../", import.meta.url);
const kLiteral = String.raw`(?:R"\((?:[^)]|\)(?!"))*\)"|"(?:[^"\\\n]|\\.)*")`;
const kLiterals = String.raw`((?:${kLiteral}\s*)+)`;
const kMessage = new RegExp(String.raw`\b(?:Message(?:Text)?\b\s*\w*|say)\s*[({]\s*${kLiterals},\s*${kLiterals}`, "g");

const unescaped = (text: string): string => text.replace(/\\n/g, "\n").replace(/\\(["\\])/g, "$1");
const literalOf = (one: string): string => (one.startsWith("R") ? one.slice(3, -2) : unescaped(one.slice(1, -1)));
const valueOf = (literals: string): string => [...literals.matchAll(new RegExp(kLiteral, "g"))].map(([one]) => literalOf(one)).join("");
const sourceOf = (file: string): string => readFileSync(new URL(file, kRoot), "utf8");

const isSource = (name: string): boolean => /\.(cpp|h)$/.test(name);
const filesIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, kRoot))
    .filter(isSource)
    .map((name) => `${folder}/${name}`);
const foldersIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, kRoot), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== "tests" && one.name !== "fuzz")
    .map((one) => `${folder}/${one.name}`);

/** Of one game's folder. */
export const gamesOf = (name: string): string[] => (foldersIn("games").includes(`games/${name}`) ? filesIn(`games/${name}`) : []);

export function sourcesOf(): string[] {
  const folders = ["core", "games", ...foldersIn("games"), "notation", ...foldersIn("server"), "apps/wasm"];
  return [...folders.flatMap(filesIn), "web/src/wasm/load.ts", "web/src/engine/lines.ts"];
}

/** English by code; and codes that stand for two texts. */
export function messagesOf(files: readonly string[]): { texts: Record<string, string>; clashes: string[] } {
  const texts: Record<string, string> = {};
  const clashes: string[] = [];
  for (const file of files)
    for (const [, coded = "", said = ""] of sourceOf(file).matchAll(kMessage)) {
      const code = valueOf(coded);
      const text = valueOf(said);
      if (!/^[a-z0-9-]+$/.test(code) || (texts[code] ?? text) !== text) clashes.push(`${file}: ${code}: ${text}`);
      texts[code] ??= text;
    }
  return { texts, clashes };
}

/** Why a move may be refused: sentences by reason, of the core and of the games. */
export function reasonsOf(): Record<string, string> {
  const files = ["core/reason.h", ...foldersIn("games").flatMap(filesIn)].filter((file) => !kUntranslated.some((name) => file.startsWith(`games/${name}/`)));
  const entry = new RegExp(String.raw`(?:ReasonText \w+|^    )\{${kLiterals},\s*${kLiterals}\}`, "gm");
  const found = files.flatMap((file) => (/ReasonText/.test(sourceOf(file)) ? [...sourceOf(file).matchAll(entry)] : []));
  return Object.fromEntries(found.map(([, word = "", text = ""]) => [valueOf(word), reasonSentence(valueOf(text))]));
}

// ---- sentences that are no messages, where what people may read is put together

const kPeopleRead =
  /^(core|games|games\/\w+|notation|server\/tournaments)\/\w+\.(cpp|h)$|^server\/play\/(analysis_work|clock_rule|names|conditional_moves)\.cpp$|^server\/protocol\/(archive|people|studies|talk|tournaments)_from_client\.cpp$|^apps\/wasm\/file_exports\.cpp$/;
// Of these, what speaks to programs, in mails, pictures and terminals, or of the engine's knobs.
const kElsewhere =
  /\/(gtp|kata_|mail_|event_text|text_board|text_canvas|win_graph|ai|info\.h|perft|sgf_charset\.h|reason\.h|analysis_|move_report|replay\.cpp|view\.cpp)/;
const kForPrograms = [
  /"[\w_]+":/, // the form of a message
  /"(request|version|record|table|why|minutes|before)" (must|is)\b|^a study is of a|^preferences are|^the query of the address/, // our own pages send these right
  /^(entry|does not replay:|record|no such table|there is no move to be checked|an end has six words|a pairing has six words|player|plays already|is not understood)$/, // what is stored, for the log
  /^(position|situational|simple|new) |superko$|zealand$|^simple ko$|^weekends$|^player, against/, // words of the language itself
  /^life and death judged|^the same position for the third time$/, // how a game ended: words of the page
  /\w=\w+ |^\w+(=\w+)? (\w+_\w+ ?)+$|\n|^In turn, place|^hostile two|^black=/, // words of options; the rules, which the page tells itself
  /^(cap|lag|vacation|nag|option|komi|rules)$|^" is not understood$/, // words of rules and options; what is stored
  /^(white|black) win$|^<!doctype html$|^SQLite format 3$|^Game (won by|was a tie\.)$/, // what files are known by
  /^\] is against the rules here:$/, // a comment of the game, which is kept in English
];

/** "file:line: text" of what is said in English alone. `help`: texts of the client's own catalogue. */
export function plainTextsOf(files: readonly string[], help: ReadonlySet<string>): string[] {
  const isNew = (file: string): boolean => kUntranslated.some((name) => file.startsWith(`games/${name}/`));
  return files.filter((file) => kPeopleRead.test(file) && !kElsewhere.test(file) && !isNew(file)).flatMap((file) => plainIn(file, help));
}

function plainIn(file: string, help: ReadonlySet<string>): string[] {
  const helps = [...help].join("\n");
  const left = sourceOf(file).replace(kMessage, (message) => message.replace(/[^\n]/g, " "));
  return left.split("\n").flatMap((line, i) => {
    // Help of options and refusals of a game's own are in the client's catalogue.
    if (/^\s*(\/\/|#)/.test(line) || /Field<|Field\{|ReasonText \w+\{/.test(line)) return [];
    return [...line.replace(/\s\/\/ .*$/, "").matchAll(/R"\((.*?)\)"|"((?:[^"\\]|\\.)*)"/g)]
      .map((match) => match[1] ?? unescaped(match[2] ?? ""))
      .filter((text) => /[A-Za-z]{2,}[,:;]? +[A-Za-z]|^ [a-z]{2,}|[a-z]{2,} $/.test(text))
      .filter(
        (text) => !text.includes("\n") && !helps.includes(text) && !help.has(reasonSentence(text)) && !kForPrograms.some((form) => form.test(text.trim())),
      )
      .map((text) => `${file}:${i + 1}: ${text}`);
  });
}

// ---- refusals of English alone: a plain text becomes a Message where one is expected

const kRefusing = /^(?:inline |static )*(?:Message|Refusal|Fault|Tried|Table::Tried|std::optional<(?:Message|Refusal|Fault)>) [\w:]+\(/;
const kPlainMade = [
  /\b(?:Coded)?Message\(\s*(?:std::|shown\(|"(?:[^"\\]|\\.)*"\s*[+)])/g, // of one text
  /\{"\w+",\s*(?:"(?:[^"\\]|\\.)*[a-z] (?:[^"\\]|\\.)*"|[\w.()]+)\s*\+\s*(?:[\w.()]+\s*\+\s*)?"[^"]*[a-z]{2} /g, // an argument that is a sentence
];
const kPlainGiven = /^(?:.*[^\w"])?(?:return|\?|:) (?:R?"(?=[^"]*[A-Za-z]{2} )|std::(?:string|to_string)\(|shown\(|\w+ \+ ")/;

const kForTheLog = /\bunavailable\(|entry\.words = |position_\.format\(/; // and words of moves

/** "file:line: text" of what would refuse without a code. */
export function plainRefusalsOf(files: readonly string[], read: (file: string) => string = sourceOf): string[] {
  return files.flatMap((file) => {
    const source = read(file);
    const made = kPlainMade.flatMap((form) =>
      [...source.matchAll(form)].map((match) => `${file}:${source.slice(0, match.index).split("\n").length}: ${match[0]}`),
    );
    let refusing = false;
    const given = source.split("\n").flatMap((line, i) => {
      if (kRefusing.test(line)) refusing = true;
      else if (/^\S/.test(line)) refusing = false;
      const code = line.replace(/\s\/\/ .*$/, "");
      return refusing && kPlainGiven.test(code) && !/Message(?:Text)?\(/.test(code) && !kForTheLog.test(code) ? [`${file}:${i + 1}: ${code.trim()}`] : [];
    });
    return [...made, ...given];
  });
}

/** The server and the browser's core. */
export const refusingSources = (): string[] => sourcesOf().filter((file) => /^(?:server|apps\/wasm)\/(?!play\/coded_message\.h).*\.(?:cpp|h)$/.test(file));
