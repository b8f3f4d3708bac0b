import { useEffect, useState } from "react";

const pauseMs = 500;

/** Returns the value once it has stayed the same for a moment, because a preview reloads for each. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
