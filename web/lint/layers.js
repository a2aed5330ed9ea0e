// Holds the folders of src/ to their order, and its files to no circles: what an import, an export or an import() names.
import { readFileSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const kRoot = fileURLToPath(new URL("../src", import.meta.url));
/** Each may import only itself and those before it; docs/architecture.md says what they hold. */
const kLayers = ["lang", "net", "wasm", "engine", "skins", "state", "boards", "ui", "pages"];
const kFrom = /(?:\bfrom|\bimport\s*\(?)\s*"(\.[^"]+)"/g;

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const layerOf = (path) => kLayers.indexOf(relative(kRoot, path).split("/")[0]);
const fileOf = (importer, name) => ["", ".ts", ".tsx"].map((end) => resolve(dirname(importer), name + end)).find(isFile);

const known = new Map(); // by file, what it imports
function importsOf(file) {
  if (!known.has(file)) {
    const names = /\.tsx?$/.test(file) ? [...readFileSync(file, "utf8").matchAll(kFrom)].map((match) => match[1]) : [];
    known.set(
      file,
      names.flatMap((name) => fileOf(file, name) ?? []),
    );
  }
  return known.get(file);
}

/** The way from a file to another by imports; null where there is none. */
function wayTo(goal, from, seen = new Set()) {
  if (from === goal) return [goal];
  if (seen.has(from)) return null;
  seen.add(from);
  for (const next of importsOf(from)) {
    const way = wayTo(goal, next, seen);
    if (way) return [from, ...way];
  }
  return null;
}

function create(context) {
  const look = ({ source }) => {
    const target = typeof source?.value === "string" && source.value.startsWith(".") ? fileOf(context.filename, source.value) : undefined;
    if (!target) return;
    const [own, used] = [layerOf(context.filename), layerOf(target)];
    if (own >= 0 && used > own) context.report({ node: source, message: `${kLayers[own]}/ may not import from ${kLayers[used]}/` });
    const way = wayTo(context.filename, target);
    if (way) context.report({ node: source, message: `a circle: ${way.map((file) => relative(kRoot, file)).join(" > ")}` });
  };
  return { ImportDeclaration: look, ExportNamedDeclaration: look, ExportAllDeclaration: look, ImportExpression: look };
}

export const layers = { create };
