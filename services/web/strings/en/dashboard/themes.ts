/** Themes: the appearance of forms. */

export const title = "Themes";
export const text =
  "Colors, fonts and images for your forms. Saved changes apply right away to every published form with the theme.";
export const newTheme = "New theme";
export const name = "Name";
export const create = "Create theme";
export const copyOf = (name: string): string => `Copy of ${name}`;
export const duplicateOf = (name: string): string => `Duplicate “${name}”`;
export const menuOf = (name: string): string => `Actions for “${name}”`;
export const remove = "Delete";
export const removeOf = (name: string): string => `Delete “${name}”`;
export const isDefault = "Default for new forms";
export const weak = "Low contrast";
export const isAdjusted = "Contrast adjusted";
const ratio = (contrast: number): string => contrast.toFixed(1);
/** `own`: before it was adjusted */
const contrastText = ({ shown, own }: { shown: number; own: number | undefined }): string =>
  own === undefined ? ratio(shown) : `${ratio(shown)} (was ${ratio(own)})`;
export const facts = (
  font: string,
  radius: number,
  { text, button_text }: Record<"text" | "button_text", Parameters<typeof contrastText>[0]>,
): string =>
  `${font === "system-ui" ? systemFont : font} · ${radius} px corners · contrast: text ${contrastText(text)}, button ${contrastText(button_text)}`;
export const continueText = "Continue";

export const removeTitle = (name: string): string => `Delete “${name}”?`;
export const removeText = (count: number): string =>
  count === 0
    ? "No forms use this theme. You can’t undo this."
    : count === 1
      ? "This form switches to the default theme. You can’t undo this."
      : `These ${count} forms switch to the default theme. You can’t undo this.`;
export const removed = (name: string): string => `“${name}” deleted.`;

export const back = "All themes";
export const missingTitle = "Theme not found";
export const missingText = "It may have been deleted, or belong to another workspace.";
export const colors = "Colors";
export const colorNames = {
  background: "Background",
  text: "Text",
  primary: "Accent and buttons",
  button_text: "Button text",
};
export const pick = (color: string): string => `${color}: pick a color`;
export const font = "Font";
export const systemFont = "System";
export const ownFont = "Other";
export const fontName = "Font name";
export const fontHint = "One or more fonts on the respondent’s device, such as Georgia, serif.";
export const radius = "Corner radius (px)";
export const logo = "Logo";
export const logoHint = "Appears above each question.";
export const background = "Background image";
export const backgroundHint = "The layout sets its place.";
export const upload = (what: string): string => `Upload ${what.toLowerCase()}`;
export const withoutPicture = (what: string): string => `Remove ${what.toLowerCase()}`;
export const uploaded = (what: string): string => `${what} uploaded.`;

export const contrastOf = {
  text: (contrast: number): string => `Text contrast is ${ratio(contrast)}.`,
  button_text: (contrast: number): string => `Button text contrast is ${ratio(contrast)}.`,
};
export const shownInstead = (color: string): string => `Minimum is 4.5, so respondents see ${color} instead.`;
export const takeShown = (color: string): string => `Use ${color}`;

export const save = "Save theme";
export const saved = (name: string): string => `“${name}” saved.`;
export const usedBy = "Used by";
export const usedByNone = "No forms use this theme yet. Choose it in a form’s settings.";
export const andMore = (count: number): string => `and ${count} more`;
export const archived = "Archived";

export const layout = "Layout";
export const layouts = {
  centered: { title: "Centered", text: "Image above the questions" },
  split: { title: "Split", text: "Image beside the questions" },
  cover: { title: "Cover", text: "Image behind the questions" },
};
export const scheme = "Color scheme";
export const schemes = { auto: "Auto", light: "Light", dark: "Dark" };
export const backgroundStyle = "Background";
export const backgroundStyles = { plain: "Plain", tint: "Tint" };

export const addPreset = "Add preset";
export const presets = "Presets";
export const isAdded = "Added";
export const added = (name: string): string => `“${name}” added.`;
export const presetTexts: Record<string, string> = {
  Path: "Calm and light",
  Harbor: "Cool blue",
  Clay: "Warm, with a serif font",
  Meadow: "Soft green, round corners",
  Midnight: "Dark, with bright accents",
  Citrus: "Bold colors, square corners",
};

export const preview = "Preview";
export const previewFrame = "A form in this theme";
export const screen = "Screen";
export const screens = { text: "Question", choice: "Choice", end: "End screen" };
export const device = "Device";
export const devices = { phone: "Phone", computer: "Computer" };
export const previewScheme = "Preview color scheme";
export const previewSchemes = { light: "Light", dark: "Dark" };
export const sample = {
  title: "A form in this theme",
  question: "How did you find the workshop?",
  description: "This is the page respondents see. Answers aren’t saved.",
  options: ["Better than I hoped", "As expected", "Not for me"],
  text: "What should we do differently?",
  placeholder: "More time for questions",
  end: "Thank you!",
  endText: "Your answers help us plan the next one.",
};
