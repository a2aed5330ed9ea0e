// A page that only says something, with the way home.
import { t } from "../lang/text";
import { Header } from "./header";

export function Message({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Header />
      <main class="message">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a class="button" href="/">
            {t("To the start")}
          </a>
        </p>
      </main>
    </>
  );
}
