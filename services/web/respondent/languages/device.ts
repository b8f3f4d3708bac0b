import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";

/** Languages that this device remembers, and fetching of forms. */

/** Holds for all forms. A slug has no hyphen at this place (walk/storage.ts). */
const switchedKey = "pathform-language";

/** A kiosk keeps nothing. */
export const isKiosk = (): boolean => new URLSearchParams(location.search).get("kiosk") === "1";

/** Returns the language that was chosen last on this device, or null. */
export const switchedLanguage = (): string | null => stored(switchedKey);

/** Names the language that is shown in an address that names one, so that a reload shows it. */
export function keepInAddress(tag: string): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("lang")) return;
  url.searchParams.set("lang", tag);
  history.replaceState(history.state, "", url);
}

/** Keeps a language for this device and in the address. */
export function keepSwitched(tag: string): void {
  keepInAddress(tag);
  try {
    if (!isKiosk()) localStorage.setItem(switchedKey, tag);
  } catch {
    // it holds until the page closes
  }
}

/** Returns the language of the session that this device has started (walk/kept.ts), or null. */
export function runningLanguage(slug: string): string | null {
  try {
    const { language } = JSON.parse(stored(`pathform.${slug}`) ?? "{}") as { language?: unknown };
    return typeof language === "string" ? language : null;
  } catch {
    return null;
  }
}

/** `path` is below `/api/v2/r/`. Rejects on any failure. */
export async function fetchForm(path: string): Promise<PublicForm> {
  const response = await fetch(`/api/v2/r/${path}`, { credentials: "omit" });
  if (!response.ok) throw new Error(`The form can’t be loaded: ${response.status}`);
  const form = (await response.json()) as PublicForm;
  if (form.graph.markup) await import("../markup/drawing.tsx");
  return form;
}

function stored(key: string): string | null {
  try {
    return isKiosk() ? null : localStorage.getItem(key);
  } catch {
    return null;
  }
}
