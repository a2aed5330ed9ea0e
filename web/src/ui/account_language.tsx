// The language of the mails that an account gets. The pages have their own setting, which sets this one, too.
import { kLanguages, type Language } from "../lang/languages";
import { t } from "../lang/text";
import { editAccount, type Account } from "../net/account";

interface Props {
  account: Account;
  save(what: () => Promise<Account>): void;
}

export function AccountLanguage({ account, save }: Props) {
  return (
    <label class="option">
      <span class="option-name">{t("Language of e-mails")}</span>
      <select
        value={account.language ?? "en"}
        onChange={(event) => {
          const language = event.currentTarget.value as Language;
          save(() => editAccount({ language }));
        }}
      >
        {kLanguages.map((one) => (
          <option value={one.code} lang={one.code} key={one.code}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}
