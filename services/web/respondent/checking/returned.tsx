import { useState } from "preact/hooks";
import { showBefore } from "../beforePage.tsx";
import type { Drawing } from "../drawing.ts";
import type { PageData } from "../pageData.ts";
import { momentText } from "../screens/notices.ts";
import { fill, words } from "../words.ts";
import { type Asked, doneOn, editableUntil, editHere, forgetDone } from "./editing.ts";

/**
 * Offers to change the answers of a completed session when its device comes back to the form (features §18.1). Resolves when the page can
 * start a new one.
 */
export async function returned(
  served: PageData,
  storedAs: string,
  element: HTMLElement,
  drawing: Drawing,
): Promise<void> {
  const done = doneOn(storedAs);
  const asked = done && (await editableUntil(done));
  if (asked === "never") forgetDone(storedAs);
  if (asked === null || typeof asked === "string") return;
  if ("late" in asked) forgetDone(storedAs);
  return new Promise((resolve) => {
    const draw = () => (
      <Returned
        Notice={drawing.Notice}
        asked={asked}
        onChange={() => editHere(storedAs)}
        onLeave={() =>
          shown.then((leave) => {
            leave();
            resolve();
          })
        }
      />
    );
    const shown = showBefore(served, element, drawing, draw);
  });
}

interface Props extends Pick<Drawing, "Notice"> {
  asked: Exclude<Asked, string>;
  onChange(): Promise<boolean>;
  onLeave(): void;
}

function Returned({ Notice, asked, onChange, onLeave }: Props) {
  const [isFailed, setFailed] = useState(false);
  const { changes } = words;
  const isLate = "late" in asked;
  const until = { time: momentText(isLate ? asked.late : asked.editable_until) };
  const text = isLate ? fill(changes.late, until) : fill(changes.answered, until);
  return (
    <Notice
      title={isLate ? changes.lateTitle : changes.answeredTitle}
      text={isFailed ? changes.failed : text}
      takesFocus={true}
    >
      {!isLate && (
        <button type="button" class="button" onClick={async () => setFailed(!(await onChange()))}>
          {changes.offer}
        </button>
      )}
      <button type="button" class={isLate ? "button" : "button button-quiet"} onClick={onLeave}>
        {changes.again}
      </button>
    </Notice>
  );
}
