import * as words from "../../../strings/en/choices.ts";

/** That a click goes on by itself, and which keys answer too. */
export function ChoiceHint({ keys }: { keys: string }) {
  return (
    <p class="question-hint" dir="auto" lang="en">
      {words.goesOn} <span class="key-hint">{keys}</span>
    </p>
  );
}
