/** The settings of one form. */

import { counted, numberText } from "./numbers.ts";

export const title = "Settings";
export const appliesAtOnce = "Settings apply when you save them, without publishing.";
export const general = "General";
export const formTitle = "Title";
export const slug = "Slug";
export const slugHint =
  "The end of the form’s link. Links you shared break when you change it. 3 to 80 letters (a–z), digits and hyphens.";
/** by field */
export const problems = {
  slug: "Use 3 to 80 letters (a–z), digits and hyphens. A few words, such as “session”, are reserved.",
  response_limit: "Enter a whole number from 1.",
  closes_at: "Choose a time after the form opens.",
};
export const slugWarning = (link: string): string =>
  `Saving breaks ${link} and every page that embeds this form until you update its code.`;
export const language = "Language";
export const languageHint =
  "Tells browsers and screen readers which language your form is in. Doesn’t translate your text.";
export const otherLanguage = "Other…";
export const languageTag = "Language tag";
export const languageTagHint = "BCP 47, such as gsw or es-419.";

export const availability = "Availability";
export const accepting = "Accept responses";
export const acceptingHint = "When off, no one can start a response. People who already started can finish.";
export const responses = "Responses";
export const finishLater = "Let people finish on another device";
export const finishLaterHint = (hasMail: boolean): string =>
  `“Finish later” on the form’s page emails them a link. It works once, for 30 days.${hasMail ? "" : " Needs a mail server."}`;
export const botProtection = "Protect from bots";
export const botProtectionHint =
  "The page solves a small puzzle while people answer. There is nothing to click. API clients have to solve it too.";
export const review = "Check answers before sending";
export const reviewHint =
  "After the last question, people see all their answers and can change them. Then they send them.";
export const editWindow = "Change answers after sending";
export const editWindowHint =
  "How long people can change their answers on the same device. You see each change in the response’s history, and integrations get it.";
export const never = "Never";
export const forever = "As long as the server keeps them";
export const retention = "Keep responses";
export const retentionHint =
  "Responses without activity for this time are deleted with their files and emails. Saving deletes nothing for 24 hours, and you get a notice before.";
export const retentionDeletes = (count: number): string =>
  count === 0
    ? "This deletes no responses now."
    : `From tomorrow, this deletes ${counted(count, "response", "responses")}. You can’t undo it.`;
export const withResponse = "As long as the response";
export const personalRetention = "Keep personal answers";
export const personalRetentionHint =
  "Answers to questions marked as personal data are deleted earlier than the response, with their files. Scores, the path and all other answers stay.";
export const personalDeletes = (count: number): string =>
  count === 0
    ? "This deletes no personal answers now."
    : `From tomorrow, this deletes personal answers of up to ${counted(count, "response", "responses")}. You can’t undo it.`;
export const retentionMonth = (month: string, count: number): string => `${month}: ${numberText(count)}`;
/** A number of minutes in the largest unit that fits. */
export const durationText = (minutes: number): string => {
  if (minutes % 525_600 === 0) return counted(minutes / 525_600, "year", "years");
  if (minutes % 1_440 === 0) return counted(minutes / 1_440, "day", "days");
  return minutes % 60 === 0 ? counted(minutes / 60, "hour", "hours") : counted(minutes, "minute", "minutes");
};
export const opens = "Opens";
export const closes = "Closes";
export const timeHint = (zone: string): string => `Your time zone: ${zone}. Leave empty for no limit.`;
export const limit = "Response limit";
export const limitHint = (completed: number): string =>
  `The form closes at this number of completed responses. ${numberText(completed)} so far. Leave empty for no limit.`;
export const closedMessage = "Closed message";
export const closedMessageHint = "Up to 500 characters. Leave empty for the default message.";

export const look = "Appearance";
export const theme = "Theme";
export const editTheme = "Edit theme";
export const allThemes = "All themes";

export const embedding = "Embedding";
export const whoEmbeds = "Sites that can embed this form";
export const whoMayEmbed = { everybody: "All sites", some: "Only these sites", nobody: "No sites" };
export const origins = "Sites";
export const originsHint = "One per line, up to 20, such as https://www.example.com.";

export const notifications = "Notifications";
export const notificationsText = "Manage response and delivery notifications in Integrations.";

export const save = "Save settings";
export const allSaved = "Saved";
export const saved = "Settings saved.";

export const danger = "Archive";
export const archiveText =
  "No one can respond to an archived form, and its link doesn’t work. Versions and responses are kept. You can restore the form at any time.";
export const archive = "Archive form";
export const archiveTitle = (title: string): string => `Archive “${title}”?`;
export const archiveWarning = (link: string): string => `The link ${link} won’t work until you restore the form.`;
export const isArchived = "This form is archived. No one can respond to it.";
export const restore = "Restore form";

export const move = "Move";
export const moveText =
  "Move this form to another workspace, with its versions, responses and files. The link stays the same.";
export const moveOpen = "Move form…";
export const moveTitle = (title: string): string => `Move “${title}”?`;
export const moveTo = "To";
export const moveKeeps = "Link, versions, responses and files come along, with copies of the theme and images.";
export const leavesBehind = "These stay here and end for this form:";
export const leftBehind = {
  attachment: (count: number): string => counted(count, "integration", "integrations"),
  mail: (count: number): string => counted(count, "email notification", "email notifications"),
  access: (count: number): string => `access of ${counted(count, "person", "people")}`,
};
export const nothingLeft = "Nothing is left behind.";
export const moveAction = "Move form";
export const moveSome = "Move…";
export const moveSomeTitle = (count: number): string => `Move ${counted(count, "form", "forms")}?`;
export const moveSomeAction = (count: number): string => (count === 1 ? "Move form" : "Move forms");
export const leavesBehindSome = "These stay here and end for these forms:";
export const movedSome = (count: number, workspace: string): string =>
  `${counted(count, "form", "forms")} moved to “${workspace}”.`;
