import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Announces results to screen readers. */
export const useAnnounce = () => useContext(AnnounceContext);

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  const say = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), []);
  return (
    <AnnounceContext value={say}>
      {children}
      <p className="visually-hidden" role="log" aria-live="polite">
        <span key={said.turn}>{said.text}</span>
      </p>
    </AnnounceContext>
  );
}
