import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** Calls the latest `onOnline` when the connection is back, such as for files that failed without it. */
export function useOnline(onOnline: () => void): void {
  const latest = useRef(onOnline);
  latest.current = onOnline;
  useEffect(() => {
    const listener = () => latest.current();
    addEventListener("online", listener);
    return () => removeEventListener("online", listener);
  }, []);
}

/** While `isHeld`, Continue calls `onHeld` and the form isn't sent. Returns the ref of an element in the form. */
export function useHeldSubmit<E extends HTMLElement>(isHeld: boolean, onHeld: (place: E) => void): RefObject<E | null> {
  const place = useRef<E>(null);
  const latest = useRef(onHeld);
  latest.current = onHeld;
  // before a Continue that is repeated as soon as the page is there
  useLayoutEffect(() => {
    const form = place.current?.closest("form");
    if (!isHeld || !form) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (place.current) latest.current(place.current);
    };
    form.addEventListener("submit", hold, true);
    return () => form.removeEventListener("submit", hold, true);
  }, [isHeld]);
  return place;
}
