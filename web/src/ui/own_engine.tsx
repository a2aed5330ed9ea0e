// One's own engine on the analysis board: how to start the bridge, its code, and how it is now.
import { useState } from "preact/hooks";
import { t, tx } from "../lang/text";
import type { Bridge, BridgeState } from "../state/bridge";
import type { ServerBridgeState } from "../state/server_bridge";
import { capitalised } from "../state/words";
import { useMount } from "../state/use_event";
import { useStore } from "../state/use_store";
import { bridge, serverBridge } from "./bridge";
import { CopyLine } from "./copy_line";
import { elsewhereText, ServerEngines } from "./server_engines";
import type { AnalysisSource } from "./use_analysis";

type Reached = Extract<BridgeState | ServerBridgeState, { kind: "on" | "away" }>;
const reached = (state: BridgeState | ServerBridgeState): state is Reached => state.kind === "on" || state.kind === "away";

/** The engine behind a bridge, while there is one; undefined: the engine in the browser analyses. */
export function useOwnEngine(): AnalysisSource | undefined {
  const [own, served] = [bridge(), serverBridge()];
  const [here, there] = [useStore(own.state), useStore(served.state)];
  useMount(() => {
    own.resume();
    served.resume();
  });
  const state = reached(here) ? here : reached(there) ? there : null;
  if (!state) return undefined;
  const { rates, graph } = state.kind === "on" ? state : { rates: true, graph: true };
  return { name: state.engine.name, rates, graph, runner: () => (state === here ? own : served) };
}

export function OwnEngine() {
  const [own, served] = [bridge(), serverBridge()];
  const [here, there] = [useStore(own.state), useStore(served.state)];
  const [opened, setOpened] = useState(false);
  const state = reached(here) ? here : reached(there) ? there : null;
  const problem = (here.kind === "off" && here.problem !== null) || (there.kind === "listed" && there.problem !== null);
  return (
    <details class="panel own-engine" open={opened || state !== null || problem} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <h2>{state ? t("Your engine: {name}", { name: state.engine.name }) : t("Use my own engine …")}</h2>
      </summary>
      {state ? (
        <Connected state={state} leave={() => (state === here ? own.leave() : served.leave())} />
      ) : (
        <>
          <Connect state={here} own={own} />
          {(opened || problem) && <ServerEngines state={there} served={served} />}
        </>
      )}
    </details>
  );
}

function Connected({ state, leave }: { state: Reached; leave(): void }) {
  return (
    <>
      <p role="status">{stateText(state)}</p>
      <button type="button" class="button small" onClick={leave}>
        {t("Disconnect")}
      </button>
    </>
  );
}

function stateText(state: Reached): string {
  if (state.kind === "away" && "elsewhere" in state)
    return state.elsewhere ? elsewhereText() : t("The engine is not connected at the moment. This page uses it as soon as it is there again.");
  if (state.kind === "away") return t("The bridge does not answer. This page keeps trying. If the bridge has ended, start it again and type its new code.");
  if (state.state === "starting") return t("The engine is starting …");
  if (state.state === "down") return t("The engine has failed: {why}. The bridge starts it again.", { why: state.why });
  if (!state.rates) return t("Connected. This engine names moves without win rates, so the whole game is not judged.");
  return t("Connected. This engine analyses instead of the one in your browser.");
}

function Connect({ state, own }: { state: BridgeState; own: Bridge }) {
  const [code, setCode] = useState("");
  const problem = state.kind === "off" ? state.problem : null;
  const command = `cairn bridge --page ${location.origin}`; // lang: none
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        own.connect(code);
      }}
    >
      <p class="quiet">{t("An engine on this computer can analyse here instead of the one in your browser: Cairn's own, KataGo, GNU Go and others.")}</p>
      <p>{tx("Start this command in a terminal, for another engine followed by {dashes} and its command:", { dashes: <code>--</code> })}</p>
      <CopyLine text={command} label={t("Command")} />
      <label class="option">
        <span class="option-name">{t("Code that it shows")}</span>
        <input
          type="text"
          maxLength={20}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="1XXX-XXXX-XXXX"
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
      </label>
      {problem && (
        <p class="problem" role="alert">
          {capitalised(problem)}
        </p>
      )}
      <button type="submit" class="button" disabled={state.kind === "connecting"}>
        {state.kind === "connecting" ? t("Connecting …") : t("Connect")}
      </button>
    </form>
  );
}
