import type { ReactNode } from "react";
import type { Template } from "../../../../shared/api/shapes/templates.ts";
import * as words from "../../strings/en/dashboard/templates.ts";
import { isSecondClick } from "../../ui/doubleClick.ts";
import { TemplatePicture } from "./picture.tsx";
import styles from "./templates.module.css";

interface Props {
  templates: readonly Template[];
  /** Gets the focus, as the template whose preview was closed. */
  focusedId?: string | null;
  onChoose: (template: Template) => void;
}

/** Cards of templates. A click opens the template's preview. */
export const TemplateCards = ({ templates, focusedId = null, onChoose }: Props): ReactNode => (
  <ul className={styles.cards}>
    {templates.map((template) => (
      <li key={template.id}>
        <button
          type="button"
          className={styles.card}
          // biome-ignore lint/a11y/noAutofocus: returns the focus after Back
          autoFocus={template.id === focusedId}
          onClick={() => isSecondClick() || onChoose(template)}
        >
          <TemplatePicture {...template} />
          <span className={styles.cardTexts}>
            <strong>{template.title}</strong>
            <span>{template.description}</span>
            <span className={styles.count}>{words.questions(template.question_count)}</span>
          </span>
        </button>
      </li>
    ))}
  </ul>
);

/** Placeholders of cards while templates load. */
export const CardSkeletons = ({ count = 6 }: { count?: number }) => (
  <div role="status" className={styles.cards}>
    <span className="visually-hidden">{words.loading}</span>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders that never change
      <div key={index} className={styles.skeleton} />
    ))}
  </div>
);
