/** Labels of forms. */

import { counted } from "./numbers.ts";

export const title = "Labels";
/** follows their number */
export const forms = (count: number): string => (count === 1 ? "form" : "forms");
export const label = "Label";
export const dialogTitle = (titles: readonly string[]): string =>
  titles.length === 1 ? `Labels of “${titles[0]}”` : `Labels of ${counted(titles.length, "form", "forms")}`;
export const find = "Find or create a label";
export const create = (name: string): string => `Create “${name}”`;
export const none = "No labels yet. Type a name to create the first one.";
export const save = "Save labels";
export const saved = (count: number): string => `Labels of ${counted(count, "form", "forms")} saved.`;
export const tooMany = (title: string, limit: number): string => `“${title}” would have more than ${limit} labels.`;
export const archive = "Archive";
export const archived = (count: number): string => `${counted(count, "form", "forms")} archived.`;
