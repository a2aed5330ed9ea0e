import { Component, type ComponentChildren } from "preact";
import { lazy, Suspense } from "preact/compat";
import { speakOfLessons } from "../lang/languages";
import { t } from "../lang/text";
import { GlobalKeys } from "../ui/global_keys";
import { Header } from "../ui/header";
import { HomePage } from "./home_page";
import { Message } from "../ui/message";
import { useRoute, type Route } from "../state/router";
import { SettingsProvider } from "../state/settings_context";

// The start is loaded at once, everything else when it is asked for.
const AccountPage = lazy(async () => ({ default: (await import("./account_page")).AccountPage }));
const AdminPage = lazy(() => import("./admin_page"));
const AnalysisPage = lazy(() => import("./analysis_page"));
const ApiPage = lazy(() => import("./api_page"));
const ArchivePage = lazy(() => import("./archive_page"));
const ChallengesPage = lazy(async () => ({ default: (await import("./challenges_page")).ChallengesPage }));
const CollectedPuzzlePage = lazy(() => import("./collected_puzzle_page"));
const EmbedPage = lazy(() => import("./embed_page"));
const HealthPage = lazy(() => import("./health_page"));
const LeadersPage = lazy(async () => ({ default: (await import("./people_page")).LeadersPage }));
const LearnPage = lazy(async () => {
  const [page] = await Promise.all([import("./learn_page"), speakOfLessons()]);
  return page;
});
const LibrariesPage = lazy(() => import("./libraries_page"));
const LinkPage = lazy(async () => ({ default: (await import("./link_page")).LinkPage }));
const LobbyPage = lazy(async () => ({ default: (await import("./lobby_page")).LobbyPage }));
const OpeningsPage = lazy(() => import("./openings_page"));
const PeoplePage = lazy(async () => ({ default: (await import("./people_page")).PeoplePage }));
const PuzzlePage = lazy(async () => ({ default: (await import("./puzzle_page")).PuzzlePage }));
const RulesPage = lazy(() => import("./rules_page"));
const SettingsPage = lazy(() => import("./settings_page"));
const StudiesPage = lazy(() => import("./studies_page"));
const TablePage = lazy(async () => ({ default: (await import("./table_page")).TablePage }));
const TournamentsPage = lazy(async () => ({ default: (await import("./tournaments_page")).TournamentsPage }));
const WatchPage = lazy(() => import("./watch_page"));

export function App() {
  const route = useRoute();
  const embedded = route.page === "embed"; // in a page of another site: nothing of ours is around the board
  return (
    <SettingsProvider>
      <Boundary>
        <Suspense fallback={embedded ? null : <Header />}>{embedded ? <EmbedPage key={route.id} id={route.id} /> : <Pages route={route} />}</Suspense>
        {!embedded && <GlobalKeys />}
      </Boundary>
    </SettingsProvider>
  );
}

function Pages({ route }: { route: Route }) {
  if (route.page === "home") return <HomePage />;
  if (route.page === "account") return <AccountPage />;
  if (route.page === "link") return <LinkPage key={route.kind} kind={route.kind} />;
  if (route.page === "lobby") return <LobbyPage />;
  if (route.page === "challenges") return <ChallengesPage key={route.id} id={route.id} />;
  if (route.page === "people") return <PeoplePage name={route.id} />;
  if (route.page === "leaders") return <LeadersPage of={route.id} />;
  if (route.page === "tournaments") return <TournamentsPage id={route.id} />;
  if (route.page === "puzzle") return <PuzzlePage key={route.day} day={route.day} />;
  if (route.page === "collected") return <CollectedPuzzlePage key={route.id} id={route.id} />;
  if (route.page === "table") return <TablePage key={route.id} id={route.id} local={route.local} />;
  if (route.page === "analysis") return <AnalysisPage key="analysis" study={null} table={route.id} />;
  if (route.page === "admin") return <AdminPage />;
  if (route.page === "health") return <HealthPage />;
  if (route.page === "api-docs") return <ApiPage />;
  if (route.page === "archive") return <ArchivePage />;
  if (route.page === "learn") return <LearnPage key={route.id} id={route.id} />;
  if (route.page === "libraries") return <LibrariesPage id={route.id} />;
  if (route.page === "openings") return <OpeningsPage id={route.id} />;
  if (route.page === "rules") return <RulesPage />;
  if (route.page === "settings") return <SettingsPage />;
  if (route.page === "studies") return <StudiesPage />;
  if (route.page === "watch") return <WatchPage />;
  if (route.page === "study") return <AnalysisPage key={route.id} study={route.id} table={null} />;
  return <Message title={t("Page not found")} text={t("There is no page at this address.")} />;
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
    return <Message title={t("Something went wrong")} text={t("This page could not be shown. Your game is safe; reload the page.")} />;
  }
}
