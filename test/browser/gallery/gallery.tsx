/** A test page that shows single questions in given states, for screenshots and accessibility checks. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadEngine } from "../../../services/web/respondent/engine/loadEngine.ts";
import { problemText } from "../../../services/web/respondent/questions/problemText.ts";
import { QuestionView } from "../../../services/web/respondent/questions/questionView.tsx";
import { loadQuestion } from "../../../services/web/respondent/questions/table.ts";
import { speak, words } from "../../../services/web/respondent/words.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { themeBlock } from "../../../shared/domain/theme/block.ts";
import { loadWords } from "../../../shared/languages/pages.ts";
import "../../../services/web/respondent/screens/respondent.css";
import "./gallery.css";
import { gallery, inArabic, type State, stateOf } from "./states.ts";
import { themes } from "./themes.ts";

export interface Shown {
  /** questions and states to show; default: all */
  questions?: typeof gallery;
  theme?: keyof typeof themes;
  language?: string;
}

declare global {
  interface Window {
    /** Resolves when they are visible. */
    show(shown: Shown): Promise<void>;
    gallery: typeof gallery;
    /** The latest value of a question, and how often it asked to continue. */
    value: Json;
    continued: number;
    /** True if an upload was aborted. */
    isAborted?: boolean;
  }
}

const root = document.getElementById("page") as HTMLElement;
const style = document.head.appendChild(document.createElement("style"));

window.gallery = gallery;
window.show = async ({ questions = gallery, theme = "default", language = "en" }) => {
  const states = questions.map(({ type, state }) => stateOf(type, state));
  const shown = states.map((it) => ({ ...it, node: language === "ar" ? inArabic(it.node) : it.node, language }));
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  style.textContent = themeBlock(themes[theme]);
  speak(language, await loadWords(language));
  const nodes = shown.map(({ node }) => node);
  await Promise.all([
    loadEngine({ schema_version: "2.0", nodes, edges: [] }),
    ...questions.map(({ type }) => loadQuestion(type)),
  ]);
  Object.assign(window, { value: null, continued: 0 });
  render(null, root);
  const panel = theme === "picture" ? "gallery gallery-panel" : "gallery";
  const forms = shown.map((state) => <Gallery key={state.node.id} {...state} />);
  render(<main class={panel}>{forms}</main>, root);
  for (const { node, sending } of states) for (const file of sending) drop(file, node.id);
  if (nodes.some(({ question_type }) => question_type === "phone")) await phoneNumbersAreThere();
  // effects draw one frame later
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
};

function Gallery({ node, language, ...state }: State & { language: string }) {
  const [value, setValue] = useState<Json>(state.value);
  const [error, setError] = useState<string | null>(null);
  window.value = value;
  const refuse = () => {
    const question = compileQuestion(node);
    const reply = question.check(value, { today: "2026-06-15", isIssuedFile: () => true });
    if (reply.kind !== "problem") return void window.continued++;
    setError(problemText({ type: question.type, config: question.config, refusal: reply }));
  };
  useEffect(() => {
    if (state.isRefused) refuse();
  }, []);
  const buttonText = String(node.data.config?.button_text ?? words.page.continue);
  return (
    <QuestionView
      {...state}
      node={node}
      value={value}
      error={error}
      language={language}
      takesFocus={false}
      seed="gallery"
      upload={(_file, onProgress, signal) => {
        signal.onabort = () => {
          window.isAborted = true;
        };
        onProgress(0.4);
        // never resolves
        return new Promise(() => {});
      }}
      onChange={(next) => {
        setValue(next);
        setError(null);
      }}
      onContinue={refuse}
    >
      {node.question_type !== "end_screen" && (
        <button type="submit" class="button">
          {buttonText}
        </button>
      )}
    </QuestionView>
  );
}

/** Waits for the country field, which needs the library. */
async function phoneNumbersAreThere(): Promise<void> {
  while (!root.querySelector(".country")) await new Promise(requestAnimationFrame);
}

/** Drops a file like a user. */
function drop(file: File, nodeId: string): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector(`[aria-labelledby="${nodeId}-title"][type=file]`)?.dispatchEvent(event);
}
