/** Texts of the panel with the issues of an import. Loaded with the panels. */

import { counted } from "../numbers.ts";

export const title = (count: number): string => `${counted(count, "part", "parts")} changed on import`;
export const show = "Show what changed";
export const checked = "Mark as checked";
export const next = "Next";
export const previous = "Previous";
export const dismiss = "Dismiss all";
export const severities = { changed: "Changed", lost: "Not imported" };
