// The rules of a site as its host wrote them: plain text, with a few signs of Markdown. Headings begin with one to three #,
// items of lists with - or *, links are addresses or [words](address); anything else is words. Nothing of it is HTML.

export type Span = string | { words: string; href: string };
export type Block = { kind: "heading"; level: 2 | 3; spans: Span[] } | { kind: "paragraph"; spans: Span[] } | { kind: "list"; items: Span[][] };

const kLink = /\[([^\][\n]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s<>()"]*[^\s<>()".,;:!?])/g;

export function spansOf(text: string): Span[] {
  const out: Span[] = [];
  let at = 0;
  for (const found of text.matchAll(kLink)) {
    if (found.index > at) out.push(text.slice(at, found.index));
    const href = found[2] ?? found[3] ?? "";
    out.push({ words: found[1] ?? href, href });
    at = found.index + found[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

export function rulesBlocks(text: string): Block[] {
  const out: Block[] = [];
  let words: string[] = [];
  const end = () => {
    if (words.length > 0) out.push({ kind: "paragraph", spans: spansOf(words.join(" ")) });
    words = [];
  };
  for (const line of text.split("\n").map((one) => one.trim())) {
    const heading = /^(#{1,3})\s+(.+)$/.exec(line);
    const item = /^[-*]\s+(.+)$/.exec(line);
    if (!heading && !item) {
      if (line === "") end();
      else words.push(line);
      continue;
    }
    end();
    if (heading) {
      out.push({ kind: "heading", level: heading[1]!.length === 1 ? 2 : 3, spans: spansOf(heading[2]!) });
      continue;
    }
    const last = out.at(-1);
    if (last?.kind === "list") last.items.push(spansOf(item![1]!));
    else out.push({ kind: "list", items: [spansOf(item![1]!)] });
  }
  end();
  return out;
}
