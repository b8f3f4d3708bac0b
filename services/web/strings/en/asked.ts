/** Texts of a page with several questions. */

export const problemsTitle = "Check these answers:";
export const added = (titles: readonly string[]): string =>
  titles.length === 1 ? `New question: ${titles[0]}` : `${titles.length} new questions.`;
export const removed = (count: number): string =>
  count === 1 ? "1 question was removed." : `${count} questions were removed.`;
