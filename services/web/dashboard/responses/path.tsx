import type { ReactNode } from "react";
import type { SessionDetail } from "../../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { durationText, none } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { CopyButton } from "../../ui/copyButton.tsx";
import { timeText } from "../../ui/dates.ts";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { type AnswerContent, answerLine } from "./answerContent.ts";
import styles from "./answers.module.css";
import { reasonOf } from "./pathReason.ts";
import type { Step } from "./pathSteps.ts";

interface Props {
  steps: readonly Step[];
  session: SessionDetail;
  graph: Graph | null;
}

/** All steps of the response with their answer and time, and why the next one came. */
export function Path({ steps, session, graph }: Props) {
  const { started_at: started, completed_at: completed, metadata, status, id } = session;
  return (
    <>
      <ol className={styles.list} aria-label={words.tabs.path}>
        {steps.map((step, index) => (
          <li key={step.nodeId} className={styles.row} data-state={step.state}>
            <QuestionIcon isSmall type={step.type ?? ""} />
            <div className={styles.answer}>
              <div className={styles.question}>
                <h3 dir="auto">{step.title ?? step.nodeId}</h3>
                {step.seconds !== null && (
                  <span className={styles.time}>{words.later(durationText(step.seconds))}</span>
                )}
              </div>
              <WentOn step={step} next={steps[index + 1]} status={status} graph={graph} />
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

interface WentOnProps {
  step: Step;
  next: Step | undefined;
  status: SessionDetail["status"];
  graph: Graph | null;
}

/** The answer or the state, the rule, and the next step: `Yes → How old are you?`. */
const WentOn = ({ step, next, status, graph }: WentOnProps) => (
  <p className={styles.went} dir="auto">
    {[
      step.content ? answerOf(step.content) : stateText(step, status),
      graph && next && reasonOf(graph, step.nodeId, next.nodeId),
    ]
      .filter(Boolean)
      .join(" · ")}
    {next && (
      <>
        {" "}
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">{words.followedBy}</span> <span>{next.title ?? next.nodeId}</span>
      </>
    )}
  </p>
);

const answerOf = (content: AnswerContent): string =>
  content.kind === "files" ? words.files(content.paths.length) : answerLine(content);

function stateText({ state }: Step, status: SessionDetail["status"]): string {
  if (state === "answered") return "";
  return state === "stopped" ? words.states.stopped[status] : words.states[state];
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
