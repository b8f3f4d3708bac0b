import type { ComponentChildren } from "preact";
import { marked } from "../marks.ts";
import { focusOn } from "../questions/focus.ts";
import type { Notice } from "../walk/notice.ts";
import { wordsLang } from "../words.ts";

interface Props extends Omit<Notice, "message"> {
  /** the owner's, as it is drawn */
  message?: ComponentChildren;
  /** it replaces another screen, so screen readers continue here */
  takesFocus: boolean;
  /** actions */
  children?: ComponentChildren;
}

export function NoticeScreen({ title, message, text, takesFocus, children }: Props) {
  return (
    <section class="question notice">
      <h1
        key={title}
        class="question-title"
        lang={wordsLang()}
        tabIndex={-1}
        ref={takesFocus ? focusOn : null}
        data-heading
      >
        {title}
      </h1>
      {message && (
        <p class="question-description" dir="auto" {...marked("closed_message")}>
          {message}
        </p>
      )}
      <p class="question-description" dir="auto" lang={wordsLang()}>
        {text}
      </p>
      {children && (
        <div class="page-actions" lang={wordsLang()}>
          {children}
        </div>
      )}
    </section>
  );
}
