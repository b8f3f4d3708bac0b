/** Problems of a form, and publishing it. */

export const panelTitle = "Problems";
export const none = "No problems: this form can be published.";
export const looking = "Looking …";
export const ofForm = "The form";
export const at = (place: string, rule: string | null) => (rule === null ? place : `${place}, ${rule}`);
export const rule = (to: string) => `the rule to ${to}`;
export const close = "Close";
export const next = "Next problem (F8)";
export const severities = { error: "Error", warning: "Warning" } as const;
export const play = "Play the example";
export const publishTitle = "Publish";
export const isCut = (limit: number) => `These are the first ${limit}. Others are shown when some of these are mended.`;
export const hasErrors = (count: number, orMore: boolean) =>
  count === 1
    ? "One error has to be mended before this form can be published."
    : `${count}${orMore ? " or more" : ""} errors have to be mended before this form can be published.`;
export const warnings = "Warnings";
export const changes = "What changes";
export const firstVersion = "This is the first version of the form.";
export const nothingChanges = "Nothing has changed since the current version.";
export const publishNow = "Publish now";
export const publishing = "Publishing …";
export const published = (version: number) => `Version ${version} is published.`;
export const openForm = "Open the form";
export const notSaved = "The form could not be saved, so it was not published. Mend that first.";
export const notPublished = (why: string) => `It was not published: ${why}`;
export const unreachable = "The service could not be reached. Please try again.";
export const showProblems = "Show the problems";
