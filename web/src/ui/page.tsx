// What the pages of lists and forms have alike: a title, a column, and what to do when the server did not answer.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../lang/text";
import { Header } from "./header";
import { wasLed } from "../state/router";
import type { Fetched } from "./use_fetched";
import "./page.css";
import { useTitle } from "./use_title";

interface Props {
  title: string;
  aside?: ComponentChildren; // beside the title
  children: ComponentChildren;
}

export function Page({ title, aside, children }: Props) {
  const head = useRef<HTMLHeadingElement | null>(null);
  useTitle(title);
  // The link that led here is gone: who goes by keys or hears the page goes on at its head.
  useEffect(() => {
    if (wasLed() && document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <Header />
      <main class="page">
        <div class="page-head">
          <h1 tabIndex={-1} ref={head}>
            {title}
          </h1>
          {aside}
        </div>
        {children}
      </main>
    </>
  );
}

export function Card({ title, id, aside, children }: { title: string; id: string; aside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="card page-card" aria-labelledby={`${id}-title`}>
      <div class="page-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Problem({ text, onRetry }: { text: string | null; onRetry?: () => void }) {
  if (!text) return null;
  return (
    <div class="problem" role="alert">
      <p>{text}</p>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {t("Try again")}
        </button>
      )}
    </div>
  );
}

/** Waiting, a problem, or what was fetched; old things are shown with the problem above them. */
export function Shown<T>({ of, children }: { of: Fetched<T>; children: (data: T) => ComponentChildren }) {
  return (
    <>
      <Problem text={of.problem} onRetry={() => void of.reload()} />
      {of.data !== null ? children(of.data) : !of.problem && <p class="quiet">{t("Loading …")}</p>}
    </>
  );
}
