import { useSyncExternalStore } from "react";

/** Returns a hook that tells whether a media query matches. Call it once per query, outside components. */
export function mediaQuery(query: string): () => boolean {
  const list = matchMedia(query);
  const subscribe = (listener: () => void) => {
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => list.matches);
}
