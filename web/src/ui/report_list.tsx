// What is reported and waits for a moderator: one list of each kind.
import type { VNode } from "preact";
import { dateText, t } from "../lang/text";
import { Card, Shown } from "./page";
import { useFetched } from "./use_fetched";

const kLookAgainMs = 30_000;

export const timeText = (at: number): string => dateText(at, { dateStyle: "medium", timeStyle: "short" });

interface Props<T> {
  id: string;
  title: string;
  empty?: string;
  fetch(): Promise<{ reports: T[] }>;
  row(report: T, onEnd: () => void): VNode;
}

export function ReportList<T extends { id: unknown }>({ id, title, empty = t("No open reports."), fetch, row }: Props<T>) {
  const found = useFetched(fetch, null, kLookAgainMs);
  return (
    <Card id={id} title={title}>
      <Shown of={found}>
        {({ reports }) =>
          reports.length === 0 ? (
            <p class="quiet">{empty}</p>
          ) : (
            <ul class="reports">{reports.map((one) => row(one, () => found.set({ reports: reports.filter((other) => other.id !== one.id) })))}</ul>
          )
        }
      </Shown>
    </Card>
  );
}
