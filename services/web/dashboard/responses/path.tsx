import type { ReactNode } from "react";
import type { SessionDetail } from "../../../../shared/domain/shapes/sessions.ts";
import { durationText, none } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { CopyButton } from "../../ui/copyButton.tsx";
import { timeText } from "../../ui/dates.ts";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { readable } from "../builder/types/names.ts";
import styles from "./answers.module.css";
import type { Step } from "./pathSteps.ts";

/** All steps of the response with their state and time. */
export function Path({ steps, session }: { steps: readonly Step[]; session: SessionDetail }) {
  const { started_at: started, completed_at: completed, metadata, status, id } = session;
  return (
    <>
      <ol className={styles.list} aria-label={words.tabs.path}>
        {steps.map((step) => (
          <li key={step.nodeId} className={styles.row} data-state={step.state}>
            <QuestionIcon isSmall type={step.type ?? ""} />
            <div className={styles.answer}>
              <h3 dir="auto">{step.title ?? step.nodeId}</h3>
              <p className={styles.what}>{stateText(step, status)}</p>
              <p className={styles.what}>
                {[step.type && readable(step.type), step.title && step.nodeId].filter(Boolean).join(" · ")}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <section className={styles.details} aria-label={words.detailsTitle}>
        <h3>{words.detailsTitle}</h3>
        <dl>
          <Detail name={words.started}>{timeText(started)}</Detail>
          <Detail name={words.completed}>{completed === null ? none : timeText(completed)}</Detail>
          {metadata.user_agent !== null && <Detail name={words.device}>{metadata.user_agent}</Detail>}
          <Detail name={words.sessionId}>
            <code>{id}</code>
          </Detail>
        </dl>
        <CopyButton text={id} label={words.copyId} />
      </section>
    </>
  );
}

function stateText({ state, answer }: Step, status: SessionDetail["status"]): string {
  if (answer) return words.answeredAt(timeText(answer.answered_at), durationText(answer.time_spent_seconds));
  if (state === "answered") return "";
  return state === "stopped" ? words.states.stopped[status] : words.states[state];
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
