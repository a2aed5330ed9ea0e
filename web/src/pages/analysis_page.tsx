// Finds what belongs on the analysis board: a study, the game of a table, a game in the link, what was there before, or an
// empty board.
import { useEffect, useState } from "preact/hooks";
import { t } from "../lang/text";
import { fetchTable } from "../net/api";
import { fetchRecord } from "../net/archive";
import { fetchLibraryGame } from "../net/libraries";
import { withStart } from "../skins/skins";
import type { GameRecord } from "../net/records";
import { addStudy, addTableStudy, fetchStudy, setStudy, type StudyWish } from "../net/studies";
import { dropDraft, readDraft } from "../state/drafts";
import { readHash, unpackRecord } from "../state/share";
import { endOf, nodeAfter } from "../state/work";
import type { Core } from "../wasm/core";
import { loadCore } from "../wasm/load";
import { problemText } from "../state/problem_text";
import { AnalysisBoard, type Opened } from "./analysis_board";
import { Message, Waiting } from "../ui/message";
import { emptyRecord } from "../ui/new_board";
import { go } from "../state/router";
import { pageTitle } from "../state/site_name";
import { useTitle } from "../ui/use_title";
import { useHash } from "../ui/use_hash";

interface Props {
  study: string | null;
  table: string | null;
}

export default function AnalysisPage({ study, table }: Props) {
  const [found, setFound] = useState<{ core: Core; opened: Opened } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hash] = useHash();
  useEffect(() => {
    let gone = false;
    setFound(null);
    setProblem(null);
    loadCore()
      .then(async (core) => ({ core, opened: await find(core, study, table, readHash(hash)) }))
      .then(
        (ready) => gone || setFound(ready),
        (error: unknown) => gone || setProblem(problemText(error)),
      );
    return () => {
      gone = true;
    };
  }, [study, table, hash]);
  useTitle(found?.opened.study?.name ?? t("Analysis"));
  if (problem) return <Message title={t("This game cannot be opened")} text={problem} />;
  if (!found) return <Waiting title={t("Analysis")} text={t("Setting up the board …")} />;
  const { core, opened } = found;
  const save = async (wish: StudyWish, record: GameRecord, at: number, asNew: boolean) => {
    if (opened.study?.yours && !asNew) {
      const next = await setStudy(opened.study, wish, record);
      dropDraft(localStorage, next.id);
      Object.assign(opened.study, next); // a later change is one of this version
      document.title = pageTitle(next.name);
      return;
    }
    const made = await (opened.table && !opened.study ? addTableStudy(wish, opened.table, record) : addStudy(wish, record));
    dropDraft(localStorage, null);
    go(`/studies/${made.id}`);
    history.replaceState(null, "", `${location.pathname}${location.search}#at=${at}`);
  };
  return <AnalysisBoard key={`${study}/${table}/${hash}`} core={core} opened={opened} onSave={save} />;
}

async function find(core: Core, study: string | null, table: string | null, hash: URLSearchParams): Promise<Opened> {
  const wished = hash.get("at");
  const nodeIn = (record: GameRecord, usual: number) => {
    const at = wished === null ? usual : Number(wished);
    return Number.isInteger(at) && at >= 0 && at < record.nodes.length ? at : usual;
  };
  if (study) {
    const whole = await fetchStudy(study);
    const draft = readDraft(localStorage, study);
    if (whole.yours && draft && draft.version === whole.version)
      return { record: draft.record, at: nodeIn(draft.record, draft.at), study: whole, table: null, draft: true };
    return { record: whole.record, at: nodeIn(whole.record, 0), study: whole, table: null, draft: false };
  }
  if (table) {
    const { view } = await fetchTable(table);
    if (!view.over) throw new Error(t("This game is still in progress. You can analyse it when it is over."));
    const record = await fetchRecord(table);
    return { record, at: nodeIn(record, endOf(record)), study: null, table, draft: false };
  }
  const library = hash.get("library");
  if (library) {
    const game = await fetchLibraryGame(library, Number(hash.get("number")));
    const { record } = core.readFile({ text: game.sgf });
    return { record, at: nodeIn(record, nodeAfter(record, Number(hash.get("ply") ?? game.moves))), study: null, table: null, draft: false };
  }
  const packed = hash.get("game");
  if (packed) {
    const { record } = core.readFile({ text: await unpackRecord(packed) });
    return { record, at: nodeIn(record, 0), study: null, table: null, draft: false };
  }
  const wish = hash.get("new");
  if (wish) {
    const options = JSON.parse(hash.get("options") ?? "{}") as Record<string, string>;
    const moves = hash.get("moves") ?? "";
    const { record } = moves ? core.readFile({ text: moves, game: wish, options }) : { record: emptyRecord(wish, withStart(wish, options)) };
    core.create(record.game, record.options).free(); // throws the core's own words
    return { record, at: nodeIn(record, endOf(record)), study: null, table: null, draft: false };
  }
  const draft = readDraft(localStorage, null);
  if (draft) {
    try {
      core.create(draft.record.game, draft.record.options, draft.record.position).free();
      return { record: draft.record, at: draft.at, study: null, table: draft.table, draft: true };
    } catch {
      dropDraft(localStorage, null); // of another version
    }
  }
  return { record: emptyRecord(core.games()[0]?.name ?? ""), at: 0, study: null, table: null, draft: false };
}
