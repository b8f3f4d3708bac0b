import { type Left, places } from "../walk/places.ts";

/** Reads the places of a form's limited options (wants §22). Loaded only for forms with limits. */

/** ms between two reads while such a question is shown */
const interval = 15_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Reads them now. A failed read changes nothing: the service decides anyway. */
export async function readPlaces(fetch = globalThis.fetch): Promise<void> {
  const [, slug] = /^\/f\/([^/]+)/.exec(location.pathname) ?? [];
  if (!slug) return;
  try {
    const response = await fetch(`/api/v2/r/${slug}/places/`, { credentials: "omit" });
    if (response.ok) note((await response.json()) as Left);
  } catch {
    // offline
  }
}

function note(left: Left): void {
  const full = Object.entries(left).map(([nodeId, values]) => {
    const none = Object.keys(values).filter((value) => values[value] === 0);
    return [nodeId, new Set(none)] as const;
  });
  places.left = left;
  places.full = new Map(full.filter(([, none]) => none.size > 0));
  for (const listener of listeners) listener();
}

/** Calls back after each read, which happen now and every 15 s. Returns a function that stops it. */
export function follow(listener: () => void): () => void {
  listeners.add(listener);
  void readPlaces();
  timer ??= setInterval(() => void readPlaces(), interval);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
