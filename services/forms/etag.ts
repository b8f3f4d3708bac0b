import { noneYet } from "../../shared/domain/api/endpoint.ts";
import { conflict } from "../../shared/platform/errors.ts";
import type { DraftRow } from "./entities.ts";

/** Every change of a draft, its title's too, gives it another one. */
export const etagOf = (draft: Pick<DraftRow, "form_id" | "revision">): string =>
  `"${draft.form_id.slice(0, 8)}-${draft.revision}"`;

/** decisions §3: a stale `If-Match` is 409 and nothing is overwritten; without one the last write wins. `noneYet`: only a first draft. */
export function checkIfMatch(ifMatch: string | null, draft: DraftRow | null): void {
  if (ifMatch === null || (ifMatch === noneYet && !draft)) return;
  if (draft && matches(ifMatch, etagOf(draft))) return;
  throw conflict(
    draft
      ? "The draft has changed since you read it. Read it again, then save."
      : "If-Match was sent, but this form has no draft yet.",
  );
}

/** RFC 9110 §13.1.1; a proxy that compresses makes an ETag weak, which is forgiven here. */
function matches(ifMatch: string, etag: string): boolean {
  if (ifMatch.trim() === "*") return true;
  return ifMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
