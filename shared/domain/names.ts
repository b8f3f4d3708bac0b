/**
 * Names of people, workspaces, keys and integrations, which stand in letters, pages and terminals of others (teams §20.21.6). A
 * character that can't be seen can turn the rest of a line round, or make a name look like another one. U+200C and U+200D are
 * allowed, because Persian words and emoji need them.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

export const hasUnseen = (text: string): boolean => text.search(unseen) >= 0;

/** Returns a text without characters that can't be seen, for names from other systems. */
export const withoutUnseen = (text: string): string => text.replace(unseen, "");

/** Returns a text for a terminal or a line of a log: characters that can't be seen are escaped as in JSON. */
export const printable = (text: string): string =>
  text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Web addresses in names and titles that others chose, so that no mail program makes a link of them: `evil[.]example` (features §17). */
export const defanged = (text: string): string => text.replace(/(?<=[^\s.])[.\u3002\uff0e\uff61](?=[^\s.])/gu, "[.]");
