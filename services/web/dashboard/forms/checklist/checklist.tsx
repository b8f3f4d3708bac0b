import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { FormListItem } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/checklist.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { cardClass } from "../../../ui/card.ts";
import { Icon } from "../../../ui/icon.tsx";
import { begun, setBegun } from "./begun.ts";
import styles from "./checklist.module.css";

interface Props {
  /** id of the workspace */
  workspace: string;
  forms: readonly FormListItem[];
}

interface Step extends Record<"title" | "text", string> {
  isDone: boolean;
  action: ReactNode;
}

/** The way to a workspace's first answer. Disappears permanently after that answer, or when hidden. */
export function Checklist({ workspace, forms }: Props) {
  const [isHidden, setHidden] = useState(() => begun(workspace) === "done");
  const heading = useId();
  const isAnswered = forms.some(({ completed_sessions: completed }) => completed > 0);
  useEffect(() => {
    if (isAnswered) setBegun(workspace, "done");
  }, [isAnswered, workspace]);
  if (isHidden || isAnswered) return null;
  const hide = () => {
    setBegun(workspace, "done");
    setHidden(true);
  };
  const steps = stepsOf({ workspace, forms });
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section className={cardClass} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{words.title}</h2>
        <p>{words.progress(steps.filter(({ isDone }) => isDone).length, steps.length)}</p>
        <Button look="plain" size="small" icon="x" aria-label={words.hide} onPress={hide} />
      </div>
      <ol className={styles.steps}>
        {steps.map(({ title, text, isDone, action }, at) => (
          <li key={title} data-done={isDone || undefined} aria-current={at === current ? "step" : undefined}>
            <span aria-hidden="true" className={styles.mark}>
              {isDone ? <Icon name="check" size={14} /> : at + 1}
            </span>
            <div className={styles.step}>
              <h3>
                {title}
                {isDone && <span className="visually-hidden">{words.isDone}</span>}
              </h3>
              <p>{text}</p>
              {at === current && action}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The steps with what is done of them for the form that is the furthest. */
function stepsOf({ workspace, forms }: Props): Step[] {
  const form =
    forms.find(({ total_sessions: total }) => total > 0) ??
    forms.find(({ has_published_version: isPublished }) => isPublished) ??
    forms.find(({ draft_saved_at: saved }) => saved !== null) ??
    forms[0];
  const isPublished = form?.has_published_version === true;
  const params = { slug: form?.slug ?? "" };
  const look = { className: buttonClass("soft"), "data-size": "small" } as const;
  return [
    {
      ...words.steps.build,
      isDone: isPublished || (form !== undefined && form.draft_saved_at !== null),
      // the empty list has the ways to a form
      action: form && (
        <Link to="/forms/$slug/build" params={params} {...look}>
          {words.build}
        </Link>
      ),
    },
    {
      ...words.steps.publish,
      isDone: isPublished,
      action: (
        <Link to="/forms/$slug/build" params={params} {...look}>
          {words.publish}
        </Link>
      ),
    },
    {
      ...words.steps.share,
      // the server doesn't know who got the link
      isDone: isPublished && ((form?.total_sessions ?? 0) > 0 || begun(workspace) === "shared"),
      action: (
        <Link to="/forms/$slug/share" params={params} onClick={() => setBegun(workspace, "shared")} {...look}>
          {words.share}
        </Link>
      ),
    },
    {
      ...words.steps.answer,
      isDone: false,
      action: (
        <a href={`/f/${params.slug}`} target="_blank" rel="noreferrer" {...look}>
          {words.answer}
        </a>
      ),
    },
  ];
}
