// The name of the site: the club's own, which its server writes into the page, or the program's.

const kUsual = "Cairn";

/** null where the club has no name of its own. */
export const clubName = (): string | null => globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || null;

export const siteName = (): string => clubName() ?? kUsual;

/** Of the browser's tab and history; "": the site alone. */
export const pageTitle = (title: string): string => (title === "" ? siteName() : `${title} · ${siteName()}`);
