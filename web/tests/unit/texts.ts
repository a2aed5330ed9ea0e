// Reads the client's sources for the texts that people see: those that are said through src/lang/text.ts, and those
// that go around it.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import type { Catalogue } from "../../src/lang/text";
import { kUntranslated } from "./new_games";

const kRoot = new URL("../../src/", import.meta.url);
const kSayers = new Set(["t", "tn", "tx", "msg"]);

export interface Texts {
  keys: Set<string>;
  late: Set<string>; // of new games' own files alone
  around: string[]; // "pages/page.tsx:12: the text"
}

function sources(): string[] {
  return readdirSync(kRoot, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/^lang\/(languages|messages|text)\.ts$/.test(name))
    .filter((name) => !name.startsWith("boards/scene/")) // shaders; what is written on boards is numbers
    .filter((name) => !/^skins\/\w+\/(lesson|games)\.ts$/.test(name)) // lessons are read as what they are
    .sort();
}

// Attributes whose words are for programs.
const kMute = new Set([
  "class",
  "id",
  "key",
  "href",
  "src",
  "d",
  "viewBox",
  "type",
  "name",
  "value",
  "rel",
  "role",
  "list",
  "for",
  "style",
  "autocomplete",
  "autocapitalize",
  "inputmode",
  "pattern",
  "method",
  "data-testid",
  "transform",
  "points",
  "fill",
  "stroke",
  "icon",
  "dir",
  "lang",
  "loading",
]);
// What looks like words and is none: names of keys, of the product, of formats.
const kNone = /^(Cairn|Escape|Enter|Home|End|Tab|Delete|Backspace|Page(Up|Down)|Arrow(Up|Down|Left|Right)|Content-Type|GET|POST|PUT|SGF|JSON|Margo|Spargo|Go)$/;
const kOfPrograms =
  /^\s*((fischer|byoyomi|canadian|absolute|correspondence) \d|600 20px|Edge$|Opera$|Samsung Internet$|Firefox$|Chrome$|Safari$|Android$|Windows$|Linux$|Notification$)/;
const kPrograms =
  /^(querySelector(All)?|getContext|import|warn|error|log|matchMedia|addEventListener|removeEventListener|setItem|getItem|setAttribute|removeAttribute|postMessage|closest|ask|askAgain|RegExp)$/;

const isWords = (text: string): boolean => /\p{L}{2,}/u.test(text);
/** Words of a sentence or of a button, as against words of a program. */
const isProse = (text: string): boolean =>
  isWords(text) &&
  !kNone.test(text.trim()) &&
  !kOfPrograms.test(text) &&
  (/\p{L}[\p{L},.:;’']* +[\p{L}({]/u.test(text) || /^\p{Lu}\p{Ll}+[ .…?!]*$/u.test(text) || /^\p{Ll}*[.…?!]$/u.test(text));

function inFunction(node: ts.Node): boolean {
  return node.parent !== undefined && (ts.isFunctionLike(node.parent) || inFunction(node.parent));
}

function calledName(node: ts.CallExpression | ts.NewExpression): string {
  const { expression } = node;
  return ts.isIdentifier(expression)
    ? expression.text
    : ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : expression.kind === ts.SyntaxKind.ImportKeyword
        ? "import"
        : "";
}

/** Stands on the page as it is: `{over && "finished"}`, not what is compared or looked up. */
function isShown(node: ts.Node): boolean {
  const up = node.parent;
  if (ts.isJsxExpression(up)) return ts.isJsxElement(up.parent) || ts.isJsxFragment(up.parent);
  if (ts.isParenthesizedExpression(up)) return isShown(up);
  if (ts.isConditionalExpression(up)) return up.condition !== node && isShown(up);
  if (!ts.isBinaryExpression(up) || up.right !== node) return false;
  return [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(up.operatorToken.kind) && isShown(up);
}

export function readTexts(): Texts {
  const all = { keys: new Set<string>(), late: new Set<string>() };
  const around: string[] = [];
  for (const name of sources()) {
    const keys = kUntranslated.some((game) => name.startsWith(`skins/${game}/`)) ? all.late : all.keys;
    const file = ts.createSourceFile(
      name,
      readFileSync(new URL(name, kRoot), "utf8"),
      ts.ScriptTarget.ES2022,
      true,
      name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
    const tell = (node: ts.Node, text: string): void => {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
      if (!/lang: none/.test(file.text.split("\n")[line] ?? "")) around.push(`${name}:${line + 1}: ${text.trim()}`);
    };
    const literal = (node: ts.Node | undefined): string | null => (node && ts.isStringLiteralLike(node) ? node.text : null);
    const visit = (node: ts.Node): void => {
      if (
        ts.isImportDeclaration(node) ||
        ts.isExportDeclaration(node) ||
        ts.isTypeNode(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node)
      )
        return;
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const called = calledName(node);
        const [first, second] = node.arguments ?? [];
        if (kSayers.has(called)) {
          if (called !== "msg" && !inFunction(node)) tell(node, `is said before the language is known: ${node.getText(file)}`);
          const one = literal(first);
          if (called === "tn") {
            if (one === null || literal(second) === null) tell(node, `tn is given no plain texts: ${node.getText(file)}`);
            else keys.add(`${one}|${literal(second)}`);
          } else if (one !== null) keys.add(one);
          else if (called === "tx" || called === "msg" || (first && ts.isTemplateExpression(first)) || (first && ts.isConditionalExpression(first)))
            tell(node, `${called} is given no plain text: ${node.getText(file)}`);
          (node.arguments ?? []).slice(called === "tn" ? 2 : 1).forEach(visit);
          if (one === null && first) ts.forEachChild(first, visit);
          return;
        }
        if (kPrograms.test(called)) {
          (node.arguments ?? []).filter((argument) => literal(argument) === null && !ts.isTemplateExpression(argument)).forEach(visit);
          return;
        }
      }
      if (ts.isJsxText(node) && isWords(node.text) && !kNone.test(node.text.trim()) && !kOfPrograms.test(node.text)) tell(node, node.text);
      if (ts.isJsxAttribute(node)) {
        const attribute = node.name.getText(file);
        const text = literal(node.initializer);
        if (text !== null) {
          if (!kMute.has(attribute) && (attribute === "aria-label" || attribute === "title" || attribute === "alt" ? isWords(text) : isProse(text)))
            tell(node, text);
          return;
        }
        if (kMute.has(attribute)) {
          // Only functions inside may hold words for people.
          const inside = (child: ts.Node): void => (ts.isArrowFunction(child) ? visit(child) : ts.forEachChild(child, inside));
          if (node.initializer) inside(node.initializer);
          return;
        }
      }
      if (ts.isStringLiteralLike(node) && (isProse(node.text) || (isWords(node.text) && isShown(node)))) tell(node, node.text);
      if (ts.isTemplateExpression(node)) {
        const whole = node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join("");
        const isKey =
          node.parent && ts.isJsxExpression(node.parent) && ts.isJsxAttribute(node.parent.parent) && kMute.has(node.parent.parent.name.getText(file));
        if (!isKey && isProse(whole)) tell(node, whole);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { ...all, around };
}

/** Of src/lang: what stands in a language's catalogue, or in that of a part, "core/" or "learn/". */
export const fileOf = (part: string, code: string): URL => new URL(`lang/${part}${code}.json`, kRoot);
export const catalogueOf = (part: string, code: string): Catalogue => JSON.parse(readFileSync(fileOf(part, code), "utf8")) as Catalogue;
/** "{n} {name}", in order, each once. */
export const holesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
