// One operation of the interface: who may ask, what it takes, what it answers, and how to try it.
import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { Schema } from "../net/openapi";
import { resolved, type Answer, type Operation } from "../state/openapi";
import { curlOf, exampleOf } from "../state/openapi_example";
import { Described, ParameterItem, SchemaBody, Told } from "./api_schema";
import { Icon } from "./icons";

const kCopiedMs = 2500;
const kOfRefusals = ["Error", "ErrorCode"]; // lang: none

function Part({ title, children }: { title: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="api-part">
      <h4>{title}</h4>
      {children}
    </section>
  );
}

/** Text for machines, which scrolls by itself. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    <pre class="api-code" tabIndex={0} role="group" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}

export function Example({ schema }: { schema: Schema }) {
  const api = useContext(Described);
  const example = exampleOf(api, schema);
  if (resolved(api, schema).type !== "object" && typeof example !== "object") return null;
  return (
    <details>
      <summary>{t("Example##of an API message")}</summary>
      <Code text={JSON.stringify(example, null, 2)} label={t("Example##of an API message")} />
    </details>
  );
}

function Curl({ line }: { line: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    setCopied(
      await navigator.clipboard.writeText(line).then(
        () => true,
        () => false,
      ),
    );
    setTimeout(() => setCopied(null), kCopiedMs);
  };
  return (
    <Part title={t("Example request")}>
      <Code text={line} label={t("Example request")} />
      <button type="button" class="button small" onClick={copy}>
        <Icon name={copied ? "check" : "copy"} />
        <span role="status">{copied === null ? t("Copy") : copied ? t("Copied") : t("Copying failed: select and copy it.")}</span>
      </button>
    </Part>
  );
}

function Callers({ callers, refusals }: Operation) {
  const { anybody, session, scopes } = callers;
  return (
    <Part title={t("Access")}>
      <ul class="api-list">
        {anybody && <li>{t("Anyone")}</li>}
        {session && <li>{t("People with a session cookie")}</li>}
        {scopes.length > 0 && <li>{t("Programs with an API token that has one of these scopes: {scopes}", { scopes: scopes.join(", ") })}</li>}
        {refusals.some(({ told }) => told.includes("no-account")) && <li>{t("Guests may get an error, because an account is required.")}</li>}
      </ul>
    </Part>
  );
}

function AnswerPart({ status, told, type, schema, headers }: Answer) {
  return (
    <Part
      title={
        <>
          {t("Response")} <code>{status}</code>
        </>
      }
    >
      <p>
        <Told text={told} />
        {type !== null && type !== "application/json" && <code class="api-limit">{type}</code>}
        {headers.map((name) => (
          <code class="api-limit" key={name}>
            {name}
          </code>
        ))}
      </p>
      {schema && <SchemaBody schema={schema} />}
      {schema && <Example schema={schema} />}
    </Part>
  );
}

function Refusals({ refusals }: { refusals: Answer[] }) {
  return (
    <details>
      <summary>{t("Errors")}</summary>
      <p>
        {kOfRefusals.map((name) => (
          <a class="api-own" href={`#schema-${name}`} key={name}>
            {name}
          </a>
        ))}
      </p>
      <ul class="api-list">
        {refusals.map(({ status, told, headers }) => (
          <li key={status}>
            <code class="api-name">{status}</code> <Told text={[told, ...headers].join(", ")} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function OperationBody({ operation }: { operation: Operation }) {
  const api = useContext(Described);
  const { parameters, request, answers, refusals, socket } = operation;
  const line = curlOf(api, operation, location.origin);
  return (
    <div class="api-body">
      <Told text={operation.description} />
      <Callers {...operation} />
      {parameters.length > 0 && (
        <Part title={t("Parameters##of an API request")}>
          <ul class="api-fields">
            {parameters.map((one) => (
              <ParameterItem {...one} key={one.name} />
            ))}
          </ul>
        </Part>
      )}
      {request && (
        <Part title={t("Request body")}>
          <SchemaBody schema={request} />
          <Example schema={request} />
        </Part>
      )}
      {answers.map((answer) => (
        <AnswerPart {...answer} key={answer.status} />
      ))}
      {socket && (
        <>
          <Part title={t("WebSocket messages from the server")}>
            <SchemaBody schema={socket.sent} />
            <Example schema={socket.sent} />
          </Part>
          <Part title={t("WebSocket messages to the server")}>
            <SchemaBody schema={socket.received} />
            <Example schema={socket.received} />
          </Part>
        </>
      )}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {line !== null && <Curl line={line} />}
    </div>
  );
}
