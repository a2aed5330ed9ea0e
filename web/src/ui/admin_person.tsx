// Somebody looked up by name: what is known of the account, what is done about it, muting; their tournaments may be cancelled, and their rated games
// annulled.
import { useState } from "preact/hooks";
import { t, tx } from "../lang/text";
import { fetchProfile, fetchRatings, mute, unmute } from "../net/people";
import { AdminAccount } from "./admin_account";
import { AnnulForm } from "./annul_form";
import { Link } from "./link";
import { MuteForm } from "./mute_form";
import { Card, Shown } from "./page";
import { dayText } from "./rating_graph";
import { TakeTournamentsOff } from "./take_tournaments_off";
import { useFetched } from "./use_fetched";

export function AdminPerson() {
  const [text, setText] = useState("");
  const [name, setName] = useState<string | null>(null);
  return (
    <Card id="person" title={t("Find a player")}>
      <form
        class="inline-form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setName(text.trim() || null);
        }}
      >
        <label class="option">
          <span class="option-name">{t("Name")}</span>
          <input type="search" required value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button">
          {t("Look up")}
        </button>
      </form>
      {name !== null && <Found key={name} name={name} onRenamed={setName} />}
      <p class="option-help">{t("You can look up registered players only. To mute a guest, use the report about them.")}</p>
    </Card>
  );
}

function Found({ name, onRenamed }: { name: string; onRenamed(name: string): void }) {
  const profile = useFetched(() => fetchProfile(name), name);
  const ratings = useFetched(() => fetchRatings(name), name);
  const classes = ratings.data?.ratings.map((one) => one.class) ?? [];
  if (profile.missing) return <p role="status">{t("No player has this name. Guests have no profile.")}</p>;
  return (
    <Shown of={profile}>
      {(found) => (
        <>
          <p>{tx("{name}, joined {day}", { name: <Link to={`/people/${found.name}`}>{found.name}</Link>, day: dayText(found.created) })}</p>
          <AdminAccount name={found.name} onRenamed={onRenamed} />
          <MuteForm mute={(minutes, why) => mute(found.name, minutes, why)} unmute={() => unmute(found.name)} />
          <TakeTournamentsOff name={found.name} />
          {classes.length > 0 && <AnnulForm name={found.name} classes={classes} />}
        </>
      )}
    </Shown>
  );
}
