import type { ComponentChildren } from "preact";

/** A hint about keys. Shown on devices with a keyboard (screens/question.css). */
export function KeyHint({ children }: { children: ComponentChildren }) {
  return (
    <p class="question-hint key-hint" dir="auto" lang="en">
      {children}
    </p>
  );
}

export function Hint({ children }: { children: ComponentChildren }) {
  return (
    <p class="question-hint" dir="auto" lang="en">
      {children}
    </p>
  );
}
