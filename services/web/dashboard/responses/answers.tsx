import { Fragment, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { takesFiles } from "../../../../shared/domain/questions/index.ts";
import { correct } from "../../strings/en/dashboard/corrections.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import { MarkedLine } from "../../ui/markedText.tsx";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { linkInWorkspace } from "../api/workspace.ts";
import type { AnswerContent } from "./answerContent.ts";
import { questionOf } from "./answerContent.ts";
import styles from "./answers.module.css";
import { Cell } from "./cell.tsx";
import { ratingOf } from "./cellContent.ts";
import type { Step } from "./pathSteps.ts";

/** Longer paths show the answers without the drawing. */
const pictureLimit = 10;

interface Props {
  steps: readonly Step[];
  graph: Graph | null;
  /** Returns the form that corrects an answer; absent if the user can't. Skipped questions can be answered then. */
  correction?: ((nodeId: string, onClose: () => void) => ReactNode) | undefined;
}

/** The answers in the order of the path. */
export function Answers({ steps, graph, correction }: Props) {
  const [correcting, setCorrecting] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const close = (nodeId: string) => {
    flushSync(() => setCorrecting(null));
    list.current?.querySelector<HTMLElement>(`[data-corrects="${CSS.escape(nodeId)}"]`)?.focus();
  };
  const answered = steps.filter(({ content, state }) => content !== null || (correction && state === "skipped"));
  if (answered.length === 0) return <p className={styles.note}>{words.noAnswers}</p>;
  return (
    <>
      {steps.length <= pictureLimit && <Picture steps={steps} />}
      <ol ref={list} className={styles.list} aria-label={words.tabs.answers}>
        {answered.map((step) =>
          correction && step.nodeId === correcting ? (
            <li key={step.nodeId}>{correction(step.nodeId, () => close(step.nodeId))}</li>
          ) : (
            <li key={step.nodeId} className={styles.row}>
              <QuestionIcon isSmall type={step.type ?? ""} />
              <div className={styles.answer}>
                <div className={styles.question}>
                  <h3 dir="auto">{step.heading ? <MarkedLine parts={step.heading} /> : (step.title ?? step.nodeId)}</h3>
                  {step.answer && step.answer.score_awarded !== null && (
                    <strong data-negative={step.answer.score_awarded < 0 || undefined}>
                      {words.points(step.answer.score_awarded)}
                    </strong>
                  )}
                </div>
                {step.content ? (
                  <Value step={step} graph={graph} />
                ) : (
                  <p className={styles.skipped}>{words.states.skipped}</p>
                )}
              </div>
              {correction && step.content?.kind !== "files" && !takesFiles(step.type ?? "") && (
                <Button
                  look="plain"
                  size="small"
                  icon="pencil"
                  data-corrects={step.nodeId}
                  // one at a time, so that none is lost
                  isDisabled={correcting !== null}
                  aria-label={correct(step.title ?? step.nodeId)}
                  onPress={() => setCorrecting(step.nodeId)}
                />
              )}
            </li>
          ),
        )}
      </ol>
    </>
  );
}

const Picture = ({ steps }: { steps: readonly Step[] }) => (
  <div aria-hidden="true" className={styles.picture}>
    {steps.map(({ nodeId, type }, index) => (
      <Fragment key={nodeId}>
        {index > 0 && <span className={styles.line} />}
        <QuestionIcon type={type ?? ""} />
      </Fragment>
    ))}
  </div>
);

function Value({ step: { answer, nodeId, content }, graph }: { step: Step; graph: Graph | null }) {
  const value = answer?.answer;
  const question = questionOf(graph?.nodes.find(({ id }) => id === nodeId));
  const rating = typeof value === "number" ? ratingOf(value, String(value), question) : null;
  if (rating?.kind !== "rating") return content && <Content content={content} />;
  return (
    <p className={styles.rating}>
      <Cell content={rating} />
      <span aria-hidden="true" className={styles.bar} data-tone={rating.tone}>
        <span style={{ inlineSize: `${rating.share * 100}%` }} />
      </span>
      <span className={styles.max}>{words.ofMaximum(rating.max)}</span>
    </p>
  );
}

export function Content({ content }: { content: AnswerContent }) {
  if (content.kind === "text") {
    return (
      <p className={styles.text} dir="auto">
        {content.text}
      </p>
    );
  }
  if (content.kind === "rows") {
    return (
      <dl className={styles.rows}>
        {content.rows.map(({ label, value }) => (
          <div key={label}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  if (content.kind === "table") return <Table {...content} />;
  if (content.kind === "files") {
    return (
      <ul className={styles.items}>
        {content.paths.map((path, index) => (
          <li key={path}>
            <a href={linkInWorkspace(path)} download>
              {words.file(index + 1)}
            </a>
          </li>
        ))}
      </ul>
    );
  }
  const List = content.isRanked ? "ol" : "ul";
  return (
    <List className={styles.items}>
      {content.items.map((item) => (
        <li key={item} dir="auto">
          {item}
        </li>
      ))}
    </List>
  );
}

const Table = ({ titles, rows }: Extract<AnswerContent, { kind: "table" }>) => (
  <div className={styles.tableScroll}>
    <table className={styles.table}>
      <thead>
        <tr>
          {titles.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one title
            <th key={at} scope="col" dir="auto">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
          <tr key={at}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as the titles
              <td key={column} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
