/** The settings of one form. */

import { numberText } from "./numbers.ts";

export const title = "Settings";
export const general = "General";
export const formTitle = "Title";
export const slug = "Slug";
export const slugHint = "The end of the form’s link: 3 to 80 of a–z, 0–9 and -.";
export const slugWarning = (link: string): string =>
  `The link ${link} stops working when you save, and so does each page that embeds the form, until its code has the new slug.`;
export const language = "Language";
export const languageHint = "Screen readers and browsers read the form in it. Its texts stay as you wrote them.";
export const otherLanguage = "Another language …";
export const languageTag = "Language tag";
export const languageTagHint = "BCP 47, such as gsw or es-419.";

export const availability = "Availability";
export const accepting = "Takes responses";
export const acceptingHint = "Who has begun may finish. Nobody new can begin while this is off.";
export const opens = "Opens";
export const closes = "Closes";
export const timeHint = (zone: string): string => `Your time zone: ${zone}. Empty: no limit.`;
export const limit = "Response limit";
export const limitHint = (completed: number): string =>
  `The form closes after that many responses; there ${completed === 1 ? "is 1" : `are ${numberText(completed)}`} so far. Empty: no limit.`;
export const closedMessage = "Message while it is closed";
export const closedMessageHint = "Up to 500 characters. Without one, people read that the form is closed.";

export const look = "Look";
export const theme = "Theme";
export const editTheme = "Edit this theme";
export const allThemes = "All themes";

export const embedding = "Embedding";
export const whoEmbeds = "Who may show the form within another page";
export const whoMayEmbed = { everybody: "Every site", some: "Only these sites", nobody: "No site" };
export const origins = "Sites";
export const originsHint = "One a line, at most 20, such as https://www.example.com.";

export const notifications = "Notifications";
export const notificationsText = "Who hears of responses, and of deliveries that fail, stands in Integrations.";

export const save = "Save settings";
export const saved = "The settings are saved.";

export const danger = "Archive";
export const archiveText =
  "An archived form cannot be answered, and its link leads nowhere. Its versions and responses stay, and you can bring it back at any time.";
export const archive = "Archive this form";
export const archiveTitle = (title: string): string => `Archive “${title}”?`;
export const archiveWarning = (link: string): string => `The link ${link} leads nowhere until you bring the form back.`;
export const isArchived = "This form is archived: it cannot be answered.";
export const restore = "Bring it back";
