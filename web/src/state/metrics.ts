// The server's numbers, read from the text that it gives to Prometheus.
export interface Sample {
  labels: Record<string, string>;
  value: number;
}
export type Metrics = ReadonlyMap<string, readonly Sample[]>;

const kLine = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/;
const kLabel = /([a-z_]+)="([^"]*)"/g;

export function readMetrics(text: string): Metrics {
  const found = new Map<string, Sample[]>();
  for (const line of text.split("\n")) {
    const [, name, labels = "", value] = kLine.exec(line) ?? [];
    if (!name) continue;
    const sample = { labels: Object.fromEntries([...labels.matchAll(kLabel)].map(([, key, of]) => [key, of])), value: Number(value) };
    found.set(name, [...(found.get(name) ?? []), sample]);
  }
  return found;
}

/** All samples of a name together, or those whose labels are wanted; null where the server has no such number. */
export function sumOf(metrics: Metrics, name: string, wanted: (labels: Sample["labels"]) => boolean = () => true): number | null {
  const samples = metrics.get(name);
  return samples ? samples.filter(({ labels }) => wanted(labels)).reduce((sum, { value }) => sum + value, 0) : null;
}

/** The bound below which a share of what a histogram counted lies, of all its labels together; null: nothing was counted. */
export function boundOf(metrics: Metrics, name: string, share: number): number | null {
  const below = new Map<number, number>();
  for (const { labels, value } of metrics.get(`${name}_bucket`) ?? []) {
    const bound = labels["le"] === "+Inf" ? Infinity : Number(labels["le"]);
    below.set(bound, (below.get(bound) ?? 0) + value);
  }
  const all = below.get(Infinity) ?? 0;
  if (all === 0) return null;
  return [...below].sort(([a], [b]) => a - b).find(([, count]) => count >= all * share)?.[0] ?? null;
}
