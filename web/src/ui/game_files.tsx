// The analysed game in and out: files, a link that holds it, and a study on the server.
import { useEffect, useState } from "preact/hooks";
import { msg, t, tn, tx } from "../lang/text";
import type { Account, WhoIAm } from "../net/account";
import { fetchWhoIAm } from "../net/account";
import type { GameRecord, ReadFile } from "../net/records";
import type { Study, StudyAccess, StudyWish } from "../net/studies";
import { kCharacterSets, lettersOf } from "../state/file_letters";
import { kLongLink, packRecord } from "../state/share";
import { coreSentence } from "../lang/core_text";
import type { Core } from "../wasm/core";
import { problemText } from "../state/problem_text";
import { Icon } from "./icons";
import { Link } from "./link";

/** Text of any form; a list of moves is taken as one of the game on the board. */
export function readAnyFile(core: Core, text: string, board: GameRecord, number: number): ReadFile {
  try {
    return core.readFile({ text, number });
  } catch (first) {
    if (/^\s*[{(]/.test(text)) throw first;
    return core.readFile({ text, number, game: board.game, options: board.options });
  }
}

interface ImportProps {
  core: Core;
  record(): GameRecord;
  onOpen(record: GameRecord): void;
}

export function ImportFile({ core, record, onOpen }: ImportProps) {
  const [text, setText] = useState("");
  const [opened, setOpened] = useState(""); // the whole of it, which the field above need not have room for
  const [number, setNumber] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const [read, setRead] = useState<ReadFile | null>(null);
  const [bytes, setBytes] = useState<Uint8Array | null>(null); // of a file that does not say in which letters it is
  const [set, setSet] = useState<string>(kCharacterSets[0]);
  const openBytes = (file: Uint8Array, chosen: string | null) => {
    const letters = lettersOf(file, chosen);
    setBytes(letters.guessed ? file : null);
    setSet(letters.guessed ?? kCharacterSets[0]);
    setText(letters.text.length <= 200_000 ? letters.text : "");
    setNumber(1);
    open(letters.text, 1);
  };
  const open = (words: string, which: number) => {
    setProblem(null);
    setRead(null);
    setOpened(words);
    try {
      const file = readAnyFile(core, words, record(), which);
      setRead(file);
      onOpen(file.record);
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  const moves = read ? tn("{n} move", "{n} moves", read.record.nodes.length - 1) : "";
  const remarks = [...(read?.faults ?? []), ...(read?.remarks ?? [])];
  return (
    <details class="panel">
      <summary>
        <h2>{t("Import a game")}</h2>
      </summary>
      <form
        class="panel-form"
        onSubmit={(event) => {
          event.preventDefault();
          setNumber(1);
          open(text, 1);
        }}
      >
        <label class="option">
          <span class="option-name">{t("Game as text")}</span>
          <textarea
            rows={4}
            spellcheck={false}
            placeholder={t("SGF, JSON, or moves for the game on the board")}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label class="option">
          <span class="option-name">{t("Or choose a file")}</span>
          <input
            type="file"
            accept=".sgf,.gib,.ngf,.ugf,.ugi,.json,.jsonl,.txt,text/plain,application/json"
            onChange={async (event) => {
              const file = event.currentTarget.files?.[0];
              if (!file) return;
              openBytes(new Uint8Array(await file.arrayBuffer()), null);
            }}
          />
        </label>
        {bytes && (
          <label class="option">
            <span class="option-name">{t("Character set (not named in the file; try another if letters look wrong)")}</span>
            <select value={set} onChange={(event) => openBytes(bytes, event.currentTarget.value)}>
              {kCharacterSets.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" class="button" disabled={text.trim() === ""}>
          {t("Import")}
        </button>
        <div role="status" class="panel-said">
          {problem && <p class="problem">{problem}</p>}
          {read && (
            <p>
              {read.games > 1
                ? t("Imported: {moves}, game {number} of {games} in this file.", { moves, number, games: read.games })
                : t("Imported: {moves}.", { moves })}
            </p>
          )}
          {read && read.cut > 0 && <p>{tn("{n} part could not be played and was left out:", "{n} parts could not be played and were left out:", read.cut)}</p>}
          {remarks.length > 0 && (
            <ul class="remarks">
              {remarks.slice(0, 8).map((remark) => (
                <li key={remark.message}>{coreSentence(remark)}</li>
              ))}
              {remarks.length > 8 && <li>{t("and {n} more", { n: remarks.length - 8 })}</li>}
            </ul>
          )}
        </div>
        {read && read.games > 1 && (
          <div class="buttons">
            {([-1, 1] as const).map((step) => (
              <button
                type="button"
                class="button small"
                key={step}
                disabled={number + step < 1 || number + step > read.games}
                onClick={() => {
                  setNumber(number + step);
                  open(opened, number + step);
                }}
              >
                {step < 0 ? t("Previous game") : t("Next game")}
              </button>
            ))}
          </div>
        )}
      </form>
    </details>
  );
}

const kForms = [
  { form: "sgf", name: "SGF", type: "application/x-go-sgf", end: "sgf" },
  { form: "json", name: "JSON", type: "application/json", end: "json" },
  { form: "text", name: msg("Text"), type: "text/plain", end: "txt" },
] as const;

export function ExportFile({ core, record }: { core: Core; record(): GameRecord }) {
  const [said, setSaid] = useState<{ words: string; wrong?: boolean } | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const save = ({ form, type, end }: (typeof kForms)[number]) => {
    try {
      const game = record();
      const url = URL.createObjectURL(new Blob([core.writeFile(game, form)], { type }));
      const anchor = document.createElement("a");
      anchor.href = url;
      anchor.download = `cairn-${game.game}.${end}`;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      const file = anchor.download;
      setSaid({ words: form === "text" ? t("Saved as {file}. Text files contain only the main line.", { file }) : t("Saved as {file}.", { file }) });
    } catch (error) {
      setSaid({ words: problemText(error), wrong: true });
    }
  };
  const share = async () => {
    const made = `${location.origin}/analysis#game=${await packRecord(record())}`;
    setLink(made);
    const long = made.length > kLongLink ? ` ${t("The link is long, and some programs cut long links short. Save a study to get a short link.")}` : "";
    try {
      await navigator.clipboard.writeText(made);
      setSaid({ words: t("Link copied. It contains the whole game with its variations.") + long });
    } catch {
      setSaid({ words: t("Copy the link below. It contains the whole game with its variations.") + long });
    }
  };
  return (
    <section class="panel panel-form" aria-labelledby="export-title">
      <h2 id="export-title">{t("Save and share")}</h2>
      <div class="buttons">
        {kForms.map((one) => (
          <button type="button" class="button small" key={one.form} onClick={() => save(one)}>
            {t(one.name)}
          </button>
        ))}
        <button type="button" class="button small" onClick={share}>
          <Icon name="link" />
          {t("Copy link")}
        </button>
      </div>
      <p role="status" class={said?.wrong ? "problem" : said ? "" : "unseen"}>
        {said?.words}
      </p>
      {link && <input type="text" readonly value={link} aria-label={t("Link to this game")} onFocus={(event) => event.currentTarget.select()} />}
    </section>
  );
}

const kAccess: { access: StudyAccess; name: string }[] = [
  { access: "private", name: msg("Private") },
  { access: "link", name: msg("Anyone with the link") },
  { access: "public", name: msg("Public") },
];

interface StudyProps {
  study: Study | null; // the one on the board
  changed: boolean; // since it was saved
  name: string; // proposed for a new one
  save(wish: StudyWish, asNew: boolean): Promise<void>;
}

export function SaveStudy({ study, changed, name: proposed, save }: StudyProps) {
  const [who, setWho] = useState<WhoIAm | undefined>(undefined);
  const [name, setName] = useState(study?.name ?? proposed);
  const [access, setAccess] = useState<StudyAccess>(study?.yours ? study.access : "private");
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ words: string; wrong?: boolean } | null>(null);
  useEffect(() => void fetchWhoIAm().then(setWho, () => setWho(null)), []);
  const account: Account | null = who && !who.guest ? who : null;
  const own = study?.yours ?? false;
  const same = own && !changed && name.trim() === study?.name && access === study?.access;
  const keep = async (asNew: boolean) => {
    setBusy(true);
    setSaid(null);
    try {
      await save({ name: name.trim(), access }, asNew);
      setSaid({ words: t("Saved.") });
    } catch (error) {
      setSaid({ words: problemText(error), wrong: true });
    }
    setBusy(false);
  };
  return (
    <section class="panel panel-form" aria-labelledby="study-title">
      <h2 id="study-title">{own ? t("Your study") : t("Save as a study")}</h2>
      {who === undefined ? (
        <p class="quiet">{t("Loading …")}</p>
      ) : account === null ? (
        <p class="quiet">
          {tx("{link} to save this game as a study and share it by a short link. The board stays in this browser.", {
            link: <Link to="/account">{t("Sign in or create an account")}</Link>,
          })}
        </p>
      ) : (
        <form
          class="panel-form"
          onSubmit={(event) => {
            event.preventDefault();
            void keep(!own);
          }}
        >
          <label class="option">
            <span class="option-name">{t("Name")}</span>
            <input type="text" required maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
          <label class="option">
            <span class="option-name">{t("Who can see it")}</span>
            <select value={access} onChange={(event) => setAccess(event.currentTarget.value as StudyAccess)}>
              {kAccess.map((one) => (
                <option value={one.access} key={one.access}>
                  {t(one.name)}
                </option>
              ))}
            </select>
          </label>
          <div class="buttons">
            <button type="submit" class="button primary" disabled={busy || same || name.trim() === ""}>
              {same ? t("Saved") : own ? t("Save changes") : t("Save")}
            </button>
            {own && (
              <button type="button" class="button" disabled={busy || name.trim() === ""} onClick={() => keep(true)}>
                {t("Save a copy")}
              </button>
            )}
            <Link to="/studies" class="button">
              {t("Your studies")}
            </Link>
          </div>
        </form>
      )}
      <p role="status" class={said?.wrong ? "problem" : said ? "" : "unseen"}>
        {said?.words}
      </p>
    </section>
  );
}
