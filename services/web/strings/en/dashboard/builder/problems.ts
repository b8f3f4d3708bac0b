/** Texts of the problem list and the publish dialog. */

import { counted } from "../numbers.ts";

export const panelTitle = "Problems";
export const looking = "Checking…";
export const ofForm = "Form";
export const goToFirst = (name: string) => `Go to “${name}” instead`;
export const place = (number: number, name: string) => `${number} · ${name}`;
export const scorePlace = (name: string) => `Score “${name}”`;
export const translationPlace = (place: string, language: string) => `${place}, in ${language}`;
export const rulePlace = (place: string, number: number) => `${place}, rule ${number}`;
export const problemAt = (place: string, text: string) => `${place}: ${text}`;
export const close = "Close";
export const next = "Next problem (F8)";
export const severities = { error: "Error", warning: "Warning" } as const;
/** Before what is wrong, or where. */
export const severityLabels = { error: "Error:", warning: "Warning:" } as const;
export const play = "Show an example";
export const isCut = (limit: number) => `Showing the first ${limit} problems. Fix some to see the others.`;
export const fix = "Fix";
export const show = "Show";
export const removeRule = "Remove rule";
/** Names one of several buttons. */
export const doAt = (action: string, place: string) => `${action}: ${place}`;
export const ruleRemoved = "remove rule";

/** `current`: the version that respondents get; 0 before the first one */
export const publishTitle = (current: number) => `Publish version ${current + 1}`;
export const upToDate = (current: number) => `Version ${current} is up to date`;
/** `live`: the version that respondents get; null before the first one. */
export const hasErrors = (count: number, orMore: boolean, live: number | null) => {
  const fix = count === 1 ? "Fix 1 error to publish." : `Fix ${count}${orMore ? " or more" : ""} errors to publish.`;
  return live === null ? fix : `${fix} Version ${live} stays live until then.`;
};
export const changesSince = (count: number, version: number) =>
  count === 0
    ? "There are no changes to publish."
    : `${count} ${count === 1 ? "change" : "changes"} since version ${version}. People already answering will finish on version ${version}.`;
export const lastPublished = (version: number, date: string) => `Version ${version} was published on ${date}`;
export const groups = {
  errors: "Fix before publishing",
  warnings: "Worth checking",
  breaking: "Affects comparison with earlier responses",
} as const;
export const groupTitle = (title: string, count: number) => `${title} (${count})`;
export const otherChanges = "Other changes";
export const changes = "Changes";
/** Texts of the first version. */
export const firstVersion = "After you publish the form, it’s live at this link.";
export const questions = (count: number) => counted(count, "question", "questions");
export const ends = (count: number) => counted(count, "end screen", "end screens");
export const minutes = (count: number) => `About ${count} min to answer`;
export const cancel = "Cancel";
export const publishNow = "Publish";
export const publishing = "Publishing…";
export const live = (version: number) => `Version ${version} is live`;
export const liveSpoken = (version: number) => `Version ${version} is live.`;
export const liveText = "Share the link to collect responses.";
export const link = "Link";
export const share = "Share";
export const openForm = "Open form";
export const copyLink = "Copy link";
export const notSaved = "Couldn’t publish the form because your changes aren’t saved. Save them first.";
export const notPublished = (why: string) => `Couldn’t publish the form: ${why}`;
export const unreachable = "Couldn’t reach the server. Check your connection and try again.";
