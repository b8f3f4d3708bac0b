/** A page that shows one question in one state, for pictures and for checks of what is seen; not part of the product. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadEngine } from "../../../services/web/respondent/engine/loadEngine.ts";
import { QuestionView } from "../../../services/web/respondent/questions/questionView.tsx";
import { loadQuestion } from "../../../services/web/respondent/questions/table.ts";
import { problemText } from "../../../services/web/strings/en/problems.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { themeBlock } from "../../../shared/domain/theme/block.ts";
import "../../../services/web/styles/respondent.css";
import "./gallery.css";
import { gallery, inArabic, type State, stateOf } from "./states.ts";
import { themes } from "./themes.ts";

export interface Shown {
  type: (typeof gallery)[number]["type"];
  state: string;
  theme?: keyof typeof themes;
  language?: string;
}

declare global {
  interface Window {
    /** Resolves when it is there to be seen. */
    show(shown: Shown): Promise<void>;
    gallery: typeof gallery;
    /** What the question gave last, and how often it wanted to go on. */
    value: Json;
    continued: number;
  }
}

const root = document.getElementById("page") as HTMLElement;
const style = document.head.appendChild(document.createElement("style"));

window.gallery = gallery;
window.show = async ({ type, state, theme = "default", language = "en" }) => {
  const shown = stateOf(type, state);
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  style.textContent = themeBlock(themes[theme]);
  await Promise.all([loadQuestion(type), loadEngine({ schema_version: "2.0", nodes: [shown.node], edges: [] })]);
  window.continued = 0;
  render(null, root);
  const node = language === "ar" ? inArabic(shown.node) : shown.node;
  render(<Gallery {...shown} node={node} language={language} isPanel={theme === "picture"} />, root);
  for (const file of shown.sending) drop(file);
  await new Promise((resolve) => setTimeout(resolve, type === "phone" ? 100 : 0));
};

function Gallery({ node, language, isPanel, ...state }: State & { language: string; isPanel: boolean }) {
  const [value, setValue] = useState<Json>(state.value);
  const [error, setError] = useState<string | null>(null);
  window.value = value;
  const refuse = () => {
    const question = compileQuestion(node);
    const reply = question.check(value, { today: "2026-06-15", isIssuedFile: () => true });
    if (reply.kind !== "problem") return void window.continued++;
    setError(problemText({ type: question.type, config: question.config, refusal: reply, language }));
  };
  useEffect(() => {
    if (state.isRefused) refuse();
  }, []);
  const buttonText = String(node.data.config?.button_text ?? "Continue");
  return (
    <main class={isPanel ? "gallery gallery-panel" : "gallery"}>
      <QuestionView
        {...state}
        node={node}
        value={value}
        error={error}
        language={language}
        focus="none"
        seed="gallery"
        upload={(_file, onProgress) => {
          onProgress(0.4);
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
    </main>
  );
}

/** As a hand would. */
function drop(file: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  root.querySelector("input[type=file]")?.dispatchEvent(event);
}
