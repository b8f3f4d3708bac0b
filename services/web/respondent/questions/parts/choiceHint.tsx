import * as words from "../../../strings/en/choices.ts";

/** Says that a click continues, and which keys answer. */
export function ChoiceHint({ keys }: { keys: string }) {
  return (
    <p class="question-hint" dir="auto" lang="en">
      {words.continuesOnClick} <span class="key-hint">{keys}</span>
    </p>
  );
}
