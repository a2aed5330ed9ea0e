// The networks, proofs and endings, fetched when an engine asks for one.
const kFiles = import.meta.glob<string>(["../wasm/*.network", "../wasm/*.proof", "../wasm/*.endings"], { query: "?url", import: "default", eager: true });

/** Null: there is none of that name. */
export async function fetchFile(name: string): Promise<ArrayBuffer | null> {
  const url = kFiles[`../wasm/${name}`];
  if (url === undefined) return null;
  const response = await fetch(url);
  return response.ok ? response.arrayBuffer() : null;
}
