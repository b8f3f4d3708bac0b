import { useSyncExternalStore } from "react";

/** A hook that says whether this media query matches, each time that this changes. Called once a query, not within a component. */
export function mediaQuery(query: string): () => boolean {
  const list = matchMedia(query);
  const subscribe = (listener: () => void) => {
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => list.matches);
}
