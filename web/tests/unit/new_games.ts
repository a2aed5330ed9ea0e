// Games that are new, by name: what they lack is a warning of the unit tests, and no fault. scripts/new_game puts a game
// on both lists, and it is taken off when the work is done: a test fails where a game stands here that needs it no more.

/** Their texts, lessons and refusals may be missing in other languages, which say them in English. */
export const kUntranslated: readonly string[] = [];
/** They may have no lesson in src/skins. */
export const kWithoutLesson: readonly string[] = [];
