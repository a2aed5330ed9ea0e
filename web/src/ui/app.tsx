import { Component, type ComponentChildren } from "preact";
import { lazy, Suspense } from "preact/compat";
import { speakOfLessons } from "../lang/languages";
import { t } from "../lang/text";
import { AccountPage } from "./account_page";
import { ChallengesPage } from "./challenges_page";
import { Header } from "./header";
import { HomePage } from "./home_page";
import { LinkPage } from "./link_page";
import { LobbyPage } from "./lobby_page";
import { Message } from "./message";
import { LeadersPage, PeoplePage } from "./people_page";
import { PuzzlePage } from "./puzzle_page";
import { useRoute } from "./router";
import { SettingsProvider } from "./settings_context";
import { TablePage } from "./table_page";
import { TournamentsPage } from "./tournaments_page";

const AnalysisPage = lazy(() => import("./analysis_page"));
const ArchivePage = lazy(() => import("./archive_page"));
const LearnPage = lazy(async () => {
  const [page] = await Promise.all([import("./learn_page"), speakOfLessons()]);
  return page;
});
const OpeningsPage = lazy(() => import("./openings_page"));
const StudiesPage = lazy(() => import("./studies_page"));

export function App() {
  return (
    <SettingsProvider>
      <Boundary>
        <Suspense fallback={<Header />}>
          <Pages />
        </Suspense>
      </Boundary>
    </SettingsProvider>
  );
}

function Pages() {
  const route = useRoute();
  if (route.page === "home") return <HomePage />;
  if (route.page === "account") return <AccountPage />;
  if (route.page === "link") return <LinkPage key={route.kind} kind={route.kind} />;
  if (route.page === "lobby") return <LobbyPage />;
  if (route.page === "challenges") return <ChallengesPage key={route.id} id={route.id} />;
  if (route.page === "people") return <PeoplePage name={route.id} />;
  if (route.page === "leaders") return <LeadersPage of={route.id} />;
  if (route.page === "tournaments") return <TournamentsPage id={route.id} />;
  if (route.page === "puzzle") return <PuzzlePage key={route.day} day={route.day} />;
  if (route.page === "table") return <TablePage key={route.id} id={route.id} local={route.local} />;
  if (route.page === "analysis") return <AnalysisPage key="analysis" study={null} table={route.id} />;
  if (route.page === "archive") return <ArchivePage />;
  if (route.page === "learn") return <LearnPage key={route.id} id={route.id} />;
  if (route.page === "openings") return <OpeningsPage id={route.id} />;
  if (route.page === "studies") return <StudiesPage />;
  if (route.page === "study") return <AnalysisPage key={route.id} study={route.id} table={null} />;
  return <Message title={t("Nothing here")} text={t("This address leads nowhere.")} />;
}

/** A fault in drawing a page shows itself instead of an empty screen; the game is kept. */
class Boundary extends Component<{ children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };
  override componentDidCatch(error: unknown) {
    console.error(error);
    this.setState({ failed: true });
  }
  render() {
    if (!this.state.failed) return this.props.children;
    return <Message title={t("Something broke")} text={t("The page could not be drawn. The game is safe: load the page again.")} />;
  }
}
