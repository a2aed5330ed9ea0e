// Games with comments: those of one game, and the one that the address names behind its "#".
import { t, tn } from "../lang/text";
import type { Replays } from "../skins/lesson";
import type { Core } from "../wasm/core";
import { Header } from "../ui/header";
import { Link } from "../ui/link";
import { ReplayBoard } from "./replay_board";
import { useTitle } from "../ui/use_title";

interface Props {
  core: Core;
  replays: Replays;
  hash: string; // "2": the second game
  onShow(hash: string): void;
}

export function ReplaysPage({ core, replays, hash, onShow }: Props) {
  const title = t(core.games().find((one) => one.name === replays.game)?.title ?? replays.game);
  const game = replays.games[Number(hash) - 1];
  useTitle(game ? t(game.title) : t("{title}: games with comments", { title }));
  if (game) return <ReplayBoard key={hash} core={core} replays={replays} index={Number(hash) - 1} title={title} onShow={onShow} />;
  return (
    <>
      <Header />
      <main class="list-page">
        <h1>{t("{title}: games with comments", { title })}</h1>
        <p>{t(replays.summary)}</p>
        <ul class="lesson-cards">
          {replays.games.map((one, i) => (
            <li key={one.title}>
              <a
                href={`#${i + 1}`}
                class="card learn-card"
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onShow(String(i + 1));
                }}
              >
                <span class="list-name">{t(one.title)}</span>
                <span class="quiet">{t(one.about)}</span>
                <span class="lesson-done">{tn("{n} comment", "{n} comments", Object.keys(one.comments).length)}</span>
              </a>
            </li>
          ))}
        </ul>
        <p class="account-buttons">
          <Link to={`/learn/${replays.game}`} class="button">
            {t("Learn {title}", { title })}
          </Link>
          <Link to="/learn" class="button">
            {t("All lessons")}
          </Link>
        </p>
      </main>
    </>
  );
}
