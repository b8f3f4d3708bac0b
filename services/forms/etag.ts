import { noneYet } from "../../shared/api/endpoints/endpoint.ts";
import { conflict } from "../../shared/platform/errors.ts";
import type { DraftRow } from "./entities.ts";

/** Returns the ETag of a draft. Every change, including its title, changes it. */
export const etagOf = (draft: Pick<DraftRow, "form_id" | "revision">): string =>
  `"${draft.form_id.slice(0, 8)}-${draft.revision}"`;

/**
 * Throws 409 for a stale `If-Match` (decisions §3). Without one the last write wins. `noneYet` accepts only a first
 * draft.
 */
export function checkIfMatch(ifMatch: string | null, draft: DraftRow | null): void {
  if (ifMatch === null || (ifMatch === noneYet && !draft)) return;
  if (draft && matches(ifMatch, etagOf(draft))) return;
  throw conflict(
    draft
      ? "The draft has changed since you fetched it. Fetch it again, then save."
      : "This form has no draft yet. Save without If-Match.",
  );
}

/** RFC 9110 §13.1.1. Accepts weak ETags, because compressing proxies weaken them. */
function matches(ifMatch: string, etag: string): boolean {
  if (ifMatch.trim() === "*") return true;
  return ifMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
