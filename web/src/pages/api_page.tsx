// The interface for programs, read from the server's own description of it.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { t, tn, tx } from "../lang/text";
import { fetchApiDocument, type ApiDocument } from "../net/openapi";
import { grouped, matches, operationMatches, operationsOf, type Operation } from "../state/openapi";
import { Example, OperationBody } from "../ui/api_operation";
import { Described, SchemaBody, Told } from "../ui/api_schema";
import { Page, Shown } from "../ui/page";
import { capitalised } from "../state/words";
import { useFetched } from "../ui/use_fetched";
import "./api.css";
import { useMount } from "../state/use_event";

export default function ApiPage() {
  const api = useFetched(fetchApiDocument);
  return (
    <Page title={t("API reference")}>
      <Shown of={api}>
        {(document) => (
          <Described.Provider value={document}>
            <Contents api={document} />
          </Described.Provider>
        )}
      </Shown>
    </Page>
  );
}

const named = (): string => decodeURIComponent(location.hash.slice(1));

/** Which parts are open, the one that the address names among them. */
function useOpen(onNamed: () => void) {
  const [target, setTarget] = useState(named);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([named()]));
  const change = (id: string, on: boolean) =>
    setOpen((before) => {
      if (before.has(id) === on) return before;
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  useMount(() => {
    const follow = () => {
      change(named(), true);
      setTarget(named());
      onNamed();
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  });
  useEffect(() => {
    const part = target === "" ? null : document.getElementById(target);
    part?.scrollIntoView();
    part?.querySelector("summary")?.focus({ preventScroll: true });
  }, [target]);
  return { open, change };
}

interface FoldProps {
  id: string;
  open: boolean;
  onChange(id: string, on: boolean): void;
  head: ComponentChildren;
  children: ComponentChildren;
}

/** A part that is drawn when it is opened. */
function Fold({ id, open, onChange, head, children }: FoldProps) {
  return (
    <details class="api-fold" id={id} open={open} onToggle={(event) => event.target === event.currentTarget && onChange(id, event.currentTarget.open)}>
      <summary>{head}</summary>
      {open && children}
    </details>
  );
}

function OperationHead({ operation: { method, path, summary } }: { operation: Operation }) {
  return (
    <h3 class="api-head">
      <code class={`api-method ${method.toLowerCase()}`}>{method}</code>
      <code class="api-path">{path}</code>
      <Told text={summary} />
    </h3>
  );
}

function Contents({ api }: { api: ApiDocument }) {
  const [wish, setWish] = useState("");
  const { open, change } = useOpen(() => setWish(""));
  const operations = useMemo(() => operationsOf(api), [api]);
  const found = useMemo(() => operations.filter((one) => operationMatches(wish, one)), [operations, wish]);
  const schemas = Object.entries(api.components.schemas).filter(([name]) => matches(wish, name));
  const groups = grouped(found);
  const json = <a href="/api/openapi.json">openapi.json</a>; // lang: none
  return (
    <>
      <p>
        <Told text={api.info.description} /> {tx("For programs: {json}.", { json })}
      </p>
      <div class="inline-form">
        <label class="option">
          <span class="option-name">{t("Filter")}</span>
          <input type="search" value={wish} onInput={(event) => setWish(event.currentTarget.value)} />
        </label>
        <p class="quiet api-count" role="status">
          {tn("{n} endpoint", "{n} endpoints", found.length)}
        </p>
      </div>
      <nav class="api-contents" aria-label={t("On this page")}>
        {groups.map(([name, { length }]) => (
          <a href={`#group-${name}`} key={name}>
            <span lang="en">{capitalised(name)}</span> <span class="quiet">{length}</span>
          </a>
        ))}
        {schemas.length > 0 && (
          <a href="#schemas">
            {t("Schemas")} <span class="quiet">{schemas.length}</span>
          </a>
        )}
      </nav>
      {groups.map(([name, inside]) => (
        <section class="api-group" aria-labelledby={`group-${name}`} key={name}>
          <h2 id={`group-${name}`} lang="en">
            {capitalised(name)}
          </h2>
          {inside.map((one) => (
            <Fold id={one.id} open={open.has(one.id)} onChange={change} head={<OperationHead operation={one} />} key={one.id}>
              <OperationBody operation={one} />
            </Fold>
          ))}
        </section>
      ))}
      {schemas.length > 0 && (
        <section class="api-group" aria-labelledby="schemas">
          <h2 id="schemas">{t("Schemas")}</h2>
          {schemas.map(([name, schema]) => (
            <Fold
              id={`schema-${name}`}
              open={open.has(`schema-${name}`)}
              onChange={change}
              head={
                <h3 class="api-head">
                  <code>{name}</code>
                </h3>
              }
              key={name}
            >
              <div class="api-body">
                <SchemaBody schema={schema} />
                <Example schema={schema} />
              </div>
            </Fold>
          ))}
        </section>
      )}
    </>
  );
}
