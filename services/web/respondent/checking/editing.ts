import type { Editable } from "../../../../shared/api/shapes/corrections.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import type { Kept } from "../walk/kept.ts";

/** Changing the answers of a completed session on the device that gave them (features §18.1). */

/** A completed session as stored on the device, in `localStorage["pathform.<storedAs>.edit"]`, without its answers. */
export type Done = Kept & { editKey: string };

const nameOf = (storedAs: string): string => `pathform.${storedAs}`;

/** Returns the completed session of this device, or null. */
export function doneOn(storedAs: string): Done | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`${nameOf(storedAs)}.edit`) ?? "");
    return isObject(value) && typeof value.session === "string" && typeof value.editKey === "string"
      ? (value as unknown as Done)
      : null;
  } catch {
    return null;
  }
}

export function forgetDone(storedAs: string): void {
  try {
    localStorage.removeItem(`${nameOf(storedAs)}.edit`);
  } catch {
    // nothing was stored
  }
}

/** The session whose changes were sent since the page opened. */
export const saved = { session: null as string | null };

/** Opens the page again with the completed session as it is. */
export function keepAsItIs(storedAs: string): void {
  localStorage.removeItem(nameOf(storedAs));
  location.reload();
}

/** `late`: they could be changed until then, an ISO timestamp. `never`: they can’t be changed. `failed`: no network, or the service is busy. */
export type Asked = Editable | { late: string } | "never" | "failed";

/** Asks for the answers, and until when they can change. */
export async function editableUntil({ session, editKey }: Done): Promise<Asked> {
  try {
    const url = new URL(`/api/v2/r/session/${session}/edit/`, location.href);
    const response = await fetch(url, { credentials: "omit", headers: { "Edit-Key": editKey } });
    if (response.ok) return (await response.json()) as Editable;
    if (![400, 403, 404, 409].includes(response.status)) return "failed";
    const { editable_until: late } = (await response.json()) as { editable_until?: string };
    return late === undefined ? "never" : { late };
  } catch {
    return "failed";
  }
}

/** Opens the page again with the answers of the completed session. Returns false if it can't. */
export async function editHere(storedAs: string): Promise<boolean> {
  const done = doneOn(storedAs);
  if (!done) return false;
  const asked = await editableUntil(done);
  if (typeof asked !== "object" || !("answers" in asked)) return false;
  try {
    localStorage.setItem(nameOf(storedAs), JSON.stringify(editing(done, asked, Date.now())));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Returns the session as it is while its answers change. */
export function editing(done: Done, { answers, traversal_path: path }: Editable, now: number): Kept {
  const reviewed = path.slice(0, -1);
  const { isChecked: _, ...kept } = done;
  return {
    ...kept,
    isEditing: true,
    isBegun: true,
    answers,
    base: {
      visits: reviewed.map((id) => ({ node_id: id, answer: answers[id] ?? null })),
      current: path.at(-1) ?? null,
    },
    queue: [],
    reviewed,
    position: reviewed.length,
    at: now,
  };
}
