// The rules of this site, as its host wrote them.
import { t } from "../lang/text";
import { fetchSite, fetchSiteRules } from "../net/site";
import { rulesBlocks, type Block, type Span } from "../state/rules_text";
import { Page, Shown } from "../ui/page";
import { useFetched } from "../ui/use_fetched";

export default function RulesPage() {
  const found = useFetched(async () => ((await fetchSite()).rules ? fetchSiteRules() : { text: "" }));
  return (
    <Page title={t("Rules of this site")}>
      <Shown of={found}>
        {(rules) =>
          rules.text === "" ? (
            <p class="quiet">{t("This site has no rules of its own.")}</p>
          ) : (
            <article class="card page-card site-rules">
              {rulesBlocks(rules.text).map((block, i) => (
                <RulesBlock key={i} block={block} />
              ))}
            </article>
          )
        }
      </Shown>
    </Page>
  );
}

function RulesBlock({ block }: { block: Block }) {
  if (block.kind === "list")
    return (
      <ul>
        {block.items.map((spans, i) => (
          <li key={i}>
            <Spans of={spans} />
          </li>
        ))}
      </ul>
    );
  const words = <Spans of={block.spans} />;
  if (block.kind === "paragraph") return <p>{words}</p>;
  return block.level === 2 ? <h2>{words}</h2> : <h3>{words}</h3>;
}

function Spans({ of }: { of: readonly Span[] }) {
  return (
    <>
      {of.map((span, i) =>
        typeof span === "string" ? (
          span
        ) : (
          <a key={i} href={span.href} rel="noopener noreferrer nofollow">
            {span.words}
          </a>
        ),
      )}
    </>
  );
}
