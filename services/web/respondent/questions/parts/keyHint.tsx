import type { ComponentChildren } from "preact";
import { wordsLang } from "../../words.ts";

/** A hint about keys. Shown on devices with a keyboard (screens/question.css). */
export function KeyHint({ children }: { children: ComponentChildren }) {
  return (
    <p class="question-hint key-hint" dir="auto" lang={wordsLang()}>
      {children}
    </p>
  );
}

export function Hint({ children }: { children: ComponentChildren }) {
  return (
    <p class="question-hint" dir="auto" lang={wordsLang()}>
      {children}
    </p>
  );
}
