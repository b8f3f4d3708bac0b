import type { ComponentChildren } from "preact";
import * as words from "../../../strings/en/questions.ts";

/** Of keys: shown only where there is a keyboard (styles/hints.css). */
export function KeyHint({ children }: { children: ComponentChildren }) {
  return <p class="question-hint key-hint">{children}</p>;
}

/** That a click goes on by itself, and which keys answer too. */
export function ChoiceHint({ keys }: { keys: string }) {
  return (
    <p class="question-hint">
      {words.goesOn} <span class="key-hint">{keys}</span>
    </p>
  );
}

export function Hint({ children }: { children: ComponentChildren }) {
  return <p class="question-hint">{children}</p>;
}
