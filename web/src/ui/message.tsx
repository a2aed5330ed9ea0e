// Pages that only say something: with the way home, or until what is asked for is there.
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
            {t("Go to the start page")}
          </a>
        </p>
      </main>
    </>
  );
}

export function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Header />
      <main class="message">
        <h1 class="unseen">{title}</h1>
        <p class="quiet" aria-live="polite">
          {text}
        </p>
      </main>
    </>
  );
}
