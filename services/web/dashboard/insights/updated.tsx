import { useEffect, useState } from "react";
import * as words from "../../strings/en/dashboard/insights.ts";

const minuteMs = 60_000;

/** How long ago the figures were counted. */
export function Updated({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 4);
    return () => clearInterval(timer);
  }, []);
  return <span>{words.updated(Math.max(0, Math.floor((now - at) / minuteMs)))}</span>;
}
