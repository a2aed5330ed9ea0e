// For moderators: what was reported, people who are to be silent for a while, ratings that look made, and how the server
// does.
import { t, tx } from "../lang/text";
import { moderates } from "../net/account";
import { FactorNotice } from "../ui/account_factor";
import { Appeals } from "../ui/admin_appeals";
import { AuditLog } from "../ui/admin_log";
import { AdminPerson } from "../ui/admin_person";
import { RatingGains } from "../ui/admin_ratings";
import { StudyReports } from "../ui/admin_studies";
import { TalkReports } from "../ui/admin_talk";
import { ServerState } from "../ui/admin_server";
import { AnnouncementForm, WaitingAccounts } from "../ui/admin_site";
import { Invitations } from "../ui/invitations";
import { site } from "../ui/site";
import { Link } from "../ui/link";
import { who } from "../ui/live";
import { Card, Page } from "../ui/page";
import { useStore } from "../state/use_store";
import "./admin.css";

export default function AdminPage() {
  const whom = useStore(who);
  const here = useStore(site);
  return (
    <Page title={t("Moderation")}>
      {whom === undefined ? (
        <p class="quiet">{t("Loading …")}</p>
      ) : !whom || whom.guest ? (
        <p>{tx("This page is for moderators. {link} with a moderator account.", { link: <Link to="/account">{t("Sign in")}</Link> })}</p>
      ) : !moderates(whom) ? (
        <p>{t("This page is for moderators, and {name} is not one. The server’s host can appoint moderators.", { name: whom.name })}</p>
      ) : (
        <>
          <FactorNotice />
          <div class="two-columns">
            <div class="column">
              <WaitingAccounts />
              <TalkReports />
              <StudyReports />
              <Appeals />
              <RatingGains />
            </div>
            <div class="column">
              <AdminPerson />
              <Card id="rulings" title={t("Tournament games")}>
                <p>{tx("To rule on a game, open the page of its tournament: {link}.", { link: <Link to="/tournaments">{t("Tournaments")}</Link> })}</p>
              </Card>
              <AnnouncementForm />
              {here?.invites && (
                <Card id="invitations" title={t("Invitations")}>
                  <Invitations most={{ uses: 500, days: 366 }} />
                </Card>
              )}
              <AuditLog />
              <ServerState />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}
