// The engines of one's own that are connected to this server, from whatever computer: the list, how to connect one, and the
// tokens that may.
import { useEffect, useState } from "preact/hooks";
import { dateText, t, tx } from "../lang/text";
import { createBridgeToken, fetchBridgeTokens, revokeToken, type Token } from "../net/tokens";
import type { ServerBridge, ServerBridgeState } from "../state/server_bridge";
import { capitalised } from "../state/words";
import { useMount } from "../state/use_event";
import { useStore } from "../state/use_store";
import { CodeField, useCode } from "./code_field";
import { CopyLine } from "./copy_line";
import { Link } from "./link";
import { beLive, who } from "./live";
import { problemText } from "../state/problem_text";

interface Props {
  state: ServerBridgeState;
  served: ServerBridge;
}

const kFile = "bridge-token"; // lang: none
const kCommand = `cairn bridge --server ${location.origin} --token-file ${kFile}`; // lang: none

export function elsewhereText(): string {
  return t("Your engine is connected to another server of this club, so this page cannot reach it. Ask the host to send /api/bridge/ to one server.");
}

export function ServerEngines({ state, served }: Props) {
  const person = useStore(who);
  useMount(beLive);
  const account = Boolean(person && !person.guest);
  return (
    <section class="server-engines" aria-labelledby="server-engines-title">
      <h3 id="server-engines-title">{t("On another computer")}</h3>
      <p class="quiet">{t("An engine on any computer can analyse here through this server, also on a phone or a tablet.")}</p>
      {person === undefined ? (
        <p class="quiet">{t("Loading …")}</p>
      ) : account ? (
        <Served state={state} served={served} />
      ) : (
        <p>{tx("{link} to use an engine on another computer.", { link: <Link to="/account">{t("Sign in or create an account")}</Link> })}</p>
      )}
    </section>
  );
}

function Served({ state, served }: Props) {
  useEffect(() => {
    served.look();
    return () => served.rest();
  }, [served]);
  return (
    <>
      <Listed state={state} served={served} />
      <details class="server-engine-setup">
        <summary>{t("Connect an engine")}</summary>
        <Setup />
      </details>
    </>
  );
}

function Listed({ state, served }: Props) {
  const problem = state.kind === "off" || state.kind === "listed" ? state.problem : null;
  const engines = state.kind === "listed" ? state.engines : [];
  return (
    <>
      {problem !== null && (
        <p class="problem" role="alert">
          {capitalised(problem)}
        </p>
      )}
      {state.kind === "off" && (
        <button type="button" class="button small" onClick={() => served.look()}>
          {t("Try again")}
        </button>
      )}
      {state.kind === "connecting" && <p class="quiet">{t("Connecting …")}</p>}
      {state.kind === "listed" && engines.length === 0 && (
        <p role="status">{state.elsewhere ? elsewhereText() : t("No engine is connected. Connected engines appear here.")}</p>
      )}
      <ul class="engine-list">
        {engines.map((one) => (
          <li key={one.name}>
            <span class="engine-name">
              <span>{one.name}</span>
              {one.used && <span class="quiet">{t("in use on another page")}</span>}
            </span>
            <button type="button" class="button small" aria-label={t("Use {name}", { name: one.name })} onClick={() => served.use(one.name)}>
              {t("Use")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Setup() {
  const [tokens, setTokens] = useState<readonly Token[]>([]);
  const [secret, setSecret] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = async () => setTokens(await fetchBridgeTokens());
  const attempt = (what: Promise<unknown>) =>
    void what.then(
      () => setProblem(null),
      (error: unknown) => setProblem(problemText(error)),
    );
  useMount(() => attempt(load()));
  const code = useCode();
  const create = async () => {
    const made = await code.send((more) => createBridgeToken(t("Bridge of {day}", { day: dateText(Date.now()) }), more));
    if (made === undefined) return; // now the code is asked for
    code.forget();
    setSecret(made.token);
    await load();
  };
  return (
    <>
      <p>{t("1. Create a token. It allows a program to bring you an engine, and nothing else.")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          attempt(create());
        }}
      >
        <CodeField code={code} />
        <button type="submit" class="button small">
          {t("Create a token")}
        </button>
      </form>
      {secret !== null && (
        <>
          <p role="status">{tx("Save it in a file {file} that only you can read. It is shown only now.", { file: <code>{kFile}</code> })}</p>
          <CopyLine text={secret} label={t("Token")} />
        </>
      )}
      <p>
        {tx("2. On the computer with the engine, start this command, for another engine followed by {dashes} and its command:", { dashes: <code>--</code> })}
      </p>
      <CopyLine text={kCommand} label={t("Command for another computer")} />
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {tokens.length > 0 && <p class="quiet">{t("Your tokens. Revoking one ends its connection at once.")}</p>}
      <ul class="engine-list">
        {tokens.map((one) => (
          <li key={one.id}>
            <span class="engine-name">
              <span>{one.name}</span>
              <span class="quiet">{one.used === null ? t("not used yet") : t("last used {day}", { day: dateText(one.used) })}</span>
            </span>
            <button
              type="button"
              class="button small"
              aria-label={t("Revoke {name}", { name: one.name })}
              onClick={() => attempt(revokeToken(one.id).then(load))}
            >
              {t("Revoke")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
