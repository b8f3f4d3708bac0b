/** Emphasis and links in a form's texts. */

export const bar = "Formatting";
export const formats = {
  bold: "Bold (Ctrl+B)",
  italic: "Italic (Ctrl+I)",
  link: "Link (Ctrl+K)",
};
/** on the buttons */
export const signs = { bold: "B", italic: "I" };

export const title = "Formatting in texts";
export const help =
  "Respondents see bold and italic text, links and lists. Write **bold**, *italic*, [text](https://example.com), and lines that start with a hyphen.";
export const step = "change formatting";
export const turnOnTitle = "Turn on formatting?";
export const turnOffTitle = "Turn off formatting?";
export const turnOn = "Turn on";
export const turnOff = "Turn off";
/** Above the texts that change, as they are written and as they are formatted. */
export const changing = (count: number): string =>
  count === 1 ? "1 text looks different with formatting:" : `${count} texts look different with formatting:`;
export const more = (count: number): string => `And ${count} more.`;
export const written = "As written";
export const shown = "With formatting";
export const keep = "Keep these texts as written";
