// For moderators: what was reported, people who are to be silent for a while, ratings that look made, and how the server
// does.
import { t, tx } from "../lang/text";
import { moderates } from "../net/account";
import { Appeals } from "../ui/admin_appeals";
import { AdminPerson } from "../ui/admin_person";
import { RatingGains } from "../ui/admin_ratings";
import { StudyReports } from "../ui/admin_studies";
import { TalkReports } from "../ui/admin_talk";
import { ServerState } from "../ui/admin_server";
import { Link } from "../ui/link";
import { who } from "../ui/live";
import { Card, Page } from "../ui/page";
import { useStore } from "../state/use_store";
import "./admin.css";

export default function AdminPage() {
  const whom = useStore(who);
  return (
    <Page title={t("Moderation")}>
      {whom === undefined ? (
        <p class="quiet">{t("Loading …")}</p>
      ) : !whom || whom.guest ? (
        <p>{tx("This page is for moderators. {link} with the account that is one.", { link: <Link to="/account">{t("Sign in")}</Link> })}</p>
      ) : !moderates(whom) ? (
        <p>{t("This page is for moderators. {name} is not one; whoever runs the server can make the account one.", { name: whom.name })}</p>
      ) : (
        <div class="two-columns">
          <div class="column">
            <TalkReports />
            <StudyReports />
            <Appeals />
            <RatingGains />
          </div>
          <div class="column">
            <AdminPerson />
            <Card id="rulings" title={t("Games of tournaments")}>
              <p>{tx("Moderators rule on a game at the page of its tournament: {link}.", { link: <Link to="/tournaments">{t("Tournaments")}</Link> })}</p>
            </Card>
            <ServerState />
          </div>
        </div>
      )}
    </Page>
  );
}
