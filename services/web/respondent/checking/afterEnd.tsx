import { useEffect, useState } from "preact/hooks";
import { momentText } from "../screens/notices.ts";
import type { RespondentState } from "../walk/state.ts";
import { fill, words, wordsLang } from "../words.ts";
import { AnswerList } from "./answerList.tsx";
import { doneOn, editableUntil, editHere, saved } from "./editing.ts";

/** Below an end screen: changing the answers (features §18.1), and printing them (wants §21.2). */
export function AfterEnd({ state, storedAs }: { state: RespondentState; storedAs: string }) {
  const until = useEditableUntil(state, storedAs);
  const [isFailed, setFailed] = useState(false);
  const { form, node } = state;
  const isPrinted = node?.data.config?.show_answers === true;
  const isSaved = saved.session === state.sessionId;
  if (!isPrinted && until === null && !isSaved) return null;
  const { changes, review } = words;
  async function change() {
    setFailed(!(await editHere(storedAs)));
  }
  return (
    <>
      {isSaved && <Saved />}
      <ul class="after-end" lang={wordsLang()}>
        {until !== null && (
          <li>
            <button type="button" class="after-change" onClick={change}>
              {changes.offer}
              <span>{fill(changes.until, { time: momentText(until) })}</span>
            </button>
            {isFailed && (
              <p class="question-error" role="alert">
                {changes.failed}
              </p>
            )}
          </li>
        )}
        {isPrinted && (
          <li>
            <button type="button" class="after-print" onClick={() => print()}>
              {review.print}
            </button>
          </li>
        )}
      </ul>
      {isPrinted && (
        <div class="paper-only">
          <AnswerList answers={state.given?.() ?? []} language={form?.form.language ?? "en"} />
        </div>
      )}
    </>
  );
}

/** Says that the changes arrived. Screen readers announce what enters an empty status. */
function Saved() {
  const [text, setText] = useState("");
  useEffect(() => setText(words.changes.saved), [words]);
  return (
    <p class="question-hint after-saved" dir="auto" lang={wordsLang()} role="status">
      {text}
    </p>
  );
}

/** Returns until when the answers can change on this device, or null. Asks the service, whose clock decides. */
function useEditableUntil({ sessionId }: RespondentState, storedAs: string): string | null {
  const [until, setUntil] = useState<string | null>(null);
  useEffect(() => {
    const done = doneOn(storedAs);
    if (done?.session !== sessionId || !done) return;
    void editableUntil(done).then((reply) =>
      setUntil(typeof reply === "object" && "answers" in reply ? reply.editable_until : null),
    );
  }, [sessionId]);
  useEffect(() => {
    if (until === null) return;
    const left = Date.parse(until) - Date.now();
    // browsers end longer timers immediately
    if (left > 2_147_483_647) return;
    const timer = setTimeout(() => setUntil(null), left);
    return () => clearTimeout(timer);
  }, [until]);
  return until;
}
