import { useState } from "preact/hooks";
import type { Drawing } from "../drawing.ts";
import type { PageData } from "../pageData.ts";
import { momentText } from "../screens/notices.ts";
import { fill, speak, words } from "../words.ts";
import { type Asked, doneOn, editableUntil, editHere, forgetDone } from "./editing.ts";

/**
 * Offers to change the answers of a completed session when its device comes back to the form (features §18.1). Resolves when the page can
 * start a new one.
 */
export async function returned(
  served: PageData,
  storedAs: string,
  element: HTMLElement,
  { render, Notice, openLanguages }: Drawing,
): Promise<void> {
  const done = doneOn(storedAs);
  const asked = done && (await editableUntil(done));
  if (asked === "never") forgetDone(storedAs);
  if (asked === null || typeof asked === "string") return;
  if ("late" in asked) forgetDone(storedAs);
  const spoken = await openLanguages(served);
  const { language, words: own } = spoken?.data ?? served;
  speak(language, own);
  spoken?.languages.show();
  return new Promise((resolve) => {
    const leave = () => {
      render(null, element);
      resolve();
    };
    element.replaceChildren();
    render(<Returned Notice={Notice} asked={asked} onChange={() => editHere(storedAs)} onLeave={leave} />, element);
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
    <div class="page">
      <main class="page-main">
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
      </main>
    </div>
  );
}
