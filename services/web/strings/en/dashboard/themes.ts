/** Themes: how forms look. */

export const title = "Themes";
export const text =
  "How your forms look. A change shows on every published form that uses the theme as soon as it is saved.";
export const newTheme = "New theme";
export const name = "Name";
export const create = "Create theme";
export const copyOf = (name: string): string => `Copy of ${name}`;
export const edit = "Edit";
export const editOf = (name: string): string => `Edit “${name}”`;
export const duplicate = "Duplicate";
export const duplicateOf = (name: string): string => `Duplicate “${name}”`;
export const remove = "Delete";
export const removeOf = (name: string): string => `Delete “${name}”`;
export const isDefault = "For new forms";
export const weak = "Weak contrast";
export const looksLike = "Aa";

export const removeTitle = (name: string): string => `Delete “${name}”?`;
export const removeText = (count: number): string =>
  count === 0
    ? "No form uses it. It cannot be brought back."
    : count === 1
      ? "This form will look like Default. The theme cannot be brought back."
      : `These ${count} forms will look like Default. The theme cannot be brought back.`;
export const removed = (name: string): string => `“${name}” is deleted.`;

export const back = "All themes";
export const missingTitle = "There is no such theme";
export const missingText = "It may have been deleted, or belong to another account.";
export const colors = "Colors";
export const colorNames = {
  background: "Background",
  text: "Text",
  primary: "Accent and buttons",
  button_text: "Text on buttons",
};
export const pick = (color: string): string => `${color}: pick a color`;
export const shape = "Text and shape";
export const font = "Font";
export const fontHint = "Names of fonts that the respondent’s device may have, such as Georgia, serif.";
export const radius = "Rounded corners, in pixels";
export const pictures = "Pictures";
export const logo = "Logo";
export const logoHint = "Stands above each question.";
export const background = "Background picture";
export const backgroundHint = "Fills the page behind the questions.";
export const upload = (what: string): string => `Upload ${what.toLowerCase()}`;
export const withoutPicture = (what: string): string => `Remove ${what.toLowerCase()}`;
export const uploaded = (what: string): string => `${what} uploaded.`;

export const contrastTitle = "Hard to read";
const numberText = (ratio: number): string => ratio.toFixed(1);
export const contrastOf = {
  text: (contrast: number): string => `The text has a contrast of ${numberText(contrast)} on its background.`,
  button_text: (contrast: number): string => `The text on buttons has a contrast of ${numberText(contrast)}.`,
};
export const shownInstead = (color: string): string => `At least 4.5 is needed, so respondents see ${color} instead.`;
export const takeShown = (color: string): string => `Use ${color}`;

export const save = "Save theme";
export const saved = (name: string): string => `“${name}” is saved.`;
export const discard = "Discard changes";
export const usedBy = "Forms with this theme";
export const usedByNone = "No form uses it yet. Choose it in a form’s settings.";
export const andMore = (count: number): string => `… and ${count} more`;
export const archived = "Archived";

export const preview = "Preview";
export const previewFrame = "A form in this theme";
export const scheme = "Show it";
export const schemes = { light: "By day", dark: "At night" };
export const sample = {
  title: "A form in this theme",
  question: "What would you like for lunch?",
  description: "This is the page that respondents see. Try it: nothing is sent.",
  options: ["Soup", "Salad", "Pasta with vegetables of the season"],
  text: "Anything we should know?",
  placeholder: "Allergies, for example",
  end: "Thank you!",
};
