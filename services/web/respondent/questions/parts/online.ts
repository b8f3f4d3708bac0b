import { useEffect, useRef } from "preact/hooks";

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
