import type { ComponentChildren } from "preact";

/** Of keys: shown only where there is a keyboard (styles/question.css). */
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
