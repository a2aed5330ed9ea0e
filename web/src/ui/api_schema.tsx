// A schema as a tree: fields with their types and limits; the name of another schema opens that in its place.
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { ApiDocument, Parameter, Schema } from "../net/openapi";
import { insideOf, limitsOf, resolved, typeParts, variantText, type Field } from "../state/openapi";

/** The document that the page is about. */
export const Described = createContext<ApiDocument>({ info: { title: "" }, paths: {}, components: { schemas: {} } });

/** The English words of the document, whatever language the page speaks. */
export function Told({ text }: { text: string | undefined }) {
  return text ? (
    <span class="api-told" lang="en">
      {text.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}
    </span>
  ) : null;
}

interface Row {
  name?: string;
  note?: string | undefined;
  schema: Schema;
  told?: string | undefined;
}

/** One line: a name, a type, limits, what it means; and below it what was opened. */
export function SchemaRow({ name, note, schema, told = schema.description }: Row) {
  const api = useContext(Described);
  const [shown, setShown] = useState<string | null>(null);
  const inside = shown === null ? undefined : api.components.schemas[shown];
  return (
    <>
      <div class="api-row">
        {name !== undefined && <code class="api-name">{name}</code>}
        <code class="api-type">
          {typeParts(schema).map((part, i) =>
            typeof part === "string" ? (
              part
            ) : (
              <button type="button" class="api-ref" key={i} aria-expanded={shown === part.ref} onClick={() => setShown(shown === part.ref ? null : part.ref)}>
                {part.ref}
              </button>
            ),
          )}
        </code>
        {note && <span class="api-note">{note}</span>}
        {limitsOf(schema).map((limit) => (
          <code class="api-limit" key={limit}>
            {limit}
          </code>
        ))}
        <Told text={told} />
      </div>
      {inside && (
        <div class="api-inside">
          <a class="api-own" href={`#schema-${shown}`}>
            {t("Go to {name}", { name: shown ?? "" })}
          </a>
          <SchemaBody schema={inside} />
        </div>
      )}
      <SchemaInside schema={schema} />
    </>
  );
}

function FieldItem({ name, required, schema }: Field) {
  return (
    <li>
      <SchemaRow name={name} note={required ? t("required") : t("optional")} schema={schema} />
    </li>
  );
}

function Variant({ schema, open }: { schema: Schema; open: boolean }) {
  return (
    <details open={open}>
      <summary>
        <code class="api-type">{variantText(schema)}</code>
      </summary>
      <Told text={schema.description} />
      <SchemaInside schema={schema} />
    </details>
  );
}

/** What stands below the line of a type. */
function SchemaInside({ schema }: { schema: Schema }) {
  const { fields, variants } = insideOf(schema);
  return (
    <>
      {fields.length > 0 && (
        <ul class="api-fields">
          {fields.map((field) => (
            <FieldItem {...field} key={field.name} />
          ))}
        </ul>
      )}
      {variants.length > 0 && (
        <>
          <p class="api-note">{schema.allOf ? t("All of:") : t("One of:")}</p>
          <ol class="api-fields api-variants">
            {variants.map((one, i) => (
              <li key={i}>{one.properties ? <Variant schema={one} open={variants.length < 3} /> : <SchemaRow schema={one} />}</li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** A whole schema; where it only names another one, that one. */
export function SchemaBody({ schema }: { schema: Schema }) {
  const api = useContext(Described);
  const whole = resolved(api, schema);
  const { fields, variants } = insideOf(whole);
  return (fields.length > 0 && whole.type === "object") || variants.length > 0 ? (
    <>
      <Told text={whole.description} />
      <SchemaInside schema={whole} />
    </>
  ) : (
    <SchemaRow schema={whole} />
  );
}

export function ParameterItem({ name, in: place, required, description, schema }: Parameter) {
  const where = place === "path" ? t("in the path") : place === "query" ? t("in the query") : place;
  return (
    <li>
      <SchemaRow name={name} note={`${where}, ${required ? t("required") : t("optional")}`} schema={schema} told={description ?? schema.description} />
    </li>
  );
}
