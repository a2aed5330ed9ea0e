// The options of a game as form fields, made from the server's descriptions of them.
import { t } from "../lang/text";
import type { OptionSpec } from "../net/protocol";
import { fieldOf, kUsual, optionTitle, type SizeField } from "../state/options";
import { capitalised } from "../state/words";
import { SizeInput } from "./size_input";

interface Props {
  specs: readonly OptionSpec[];
  values: Record<string, string>;
  onChange(name: string, value: string): void;
  unset?: string; // what stands in a field without a value; without it there are the options' own defaults
}

export function OptionFields({ specs, values, onChange, unset }: Props) {
  return (
    <>
      {specs.map((spec) => {
        const field = fieldOf(spec);
        const open = unset !== undefined && (field.kind === "number" || field.kind === "text");
        const value = values[field.name] ?? (open ? "" : field.fallback);
        const set = (next: string) => onChange(field.name, next);
        if (field.kind === "flag")
          return (
            <label class="option flag" key={field.name}>
              <input type="checkbox" checked={value === "yes"} onChange={(event) => set(event.currentTarget.checked ? "yes" : "no")} />
              <span class="option-name">{t(optionTitle(field.name))}</span>
              <span class="option-help">{capitalised(t(field.help))}</span>
            </label>
          );
        if (field.kind === "size") return <SizeOption field={field} value={value} onChange={set} key={field.name} />;
        return (
          <label class="option" key={field.name}>
            <span class="option-name">{t(optionTitle(field.name))}</span>
            {field.kind === "choice" ? (
              <select value={value} onChange={(event) => set(event.currentTarget.value)}>
                {field.values.map((one) => (
                  <option value={one} key={one}>
                    {t(one)}
                  </option>
                ))}
              </select>
            ) : field.kind === "number" ? (
              <input
                type="number"
                min={field.low}
                max={field.high}
                step={field.step}
                value={value}
                placeholder={unset}
                onInput={(event) => set(event.currentTarget.value)}
              />
            ) : (
              <input
                type="text"
                value={value === kUsual ? "" : value}
                placeholder={unset ?? (field.fallback === kUsual ? t(kUsual) : t(field.form))}
                onInput={(event) => set(event.currentTarget.value)}
              />
            )}
            <span class="option-help">{capitalised(t(field.help))}</span>
          </label>
        );
      })}
    </>
  );
}

interface SizeProps {
  field: SizeField;
  value: string;
  onChange(size: string): void;
  title?: string;
  commit?: boolean; // as SizeInput's
}

/** The size of a board, with its title. */
export function SizeOption({ field, value, onChange, title = t("Board size"), commit = false }: SizeProps) {
  const inside = (
    <>
      <span class="option-name">{title}</span>
      <SizeInput field={field} value={value} onChange={onChange} commit={commit} labelled />
    </>
  );
  if (!field.rectangles) return <label class="option">{inside}</label>;
  return (
    <div class="option" role="group" aria-label={title}>
      {inside}
    </div>
  );
}
