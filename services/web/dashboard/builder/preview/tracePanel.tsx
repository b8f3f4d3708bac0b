import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { toneClass } from "../../../ui/tone.ts";
import styles from "./preview.module.css";
import type { Because, Trace, TracedEdge } from "./trace.ts";

interface Props {
  trace: Trace | null;
  /** opens a question */
  onEdit(id: string): void;
}

/** The logic trace: each step with its rules in order, and which one matched. */
export function TracePanel({ trace, onEdit }: Props) {
  return (
    <section className={styles.trace} aria-label={words.traceTitle}>
      <h3>{words.traceTitle}</h3>
      {!trace || (trace.steps.length === 0 && trace.stopped === null) ? (
        <p className={styles.muted}>{words.traceEmpty}</p>
      ) : (
        <>
          <ol className={styles.steps}>
            {trace.steps.map((step) => (
              <li key={step.node_id}>
                <button
                  type="button"
                  className="text-link"
                  aria-label={words.jump(step.name)}
                  onClick={() => onEdit(step.node_id)}
                >
                  {step.name}
                </button>
                {step.passedOver !== null && <p className={styles.passedOver}>{step.passedOver}</p>}
                {step.shownBy.length > 0 && (
                  <div className={styles.edges}>
                    <Reasons parts={step.shownBy} />
                  </div>
                )}
                <p hidden={step.passedOver !== null}>
                  {step.answer === null ? words.notAnswered : words.answered(step.answer)}
                  {step.points !== null && (
                    <span className={styles.points}>{words.points(step.points, step.total)}</span>
                  )}
                </p>
                <ul className={styles.edges}>
                  {step.edges.map((edge, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the edges of a step have no name but their place
                    <Edge key={at} edge={edge} />
                  ))}
                </ul>
              </li>
            ))}
          </ol>
          <p className={styles.now}>
            {trace.at && (trace.at.isEnd ? words.ended(trace.at.name) : words.now(trace.at.name))}{" "}
            <strong>{words.total(trace.total)}</strong>
          </p>
          {trace.scores.length > 0 && (
            <dl className={styles.scores} aria-label={words.scores}>
              {trace.scores.map(({ key, name, value, band }) => (
                <div key={key}>
                  <dt dir="auto">{name}</dt>
                  <dd dir="auto">{words.scoreValue(value, band)}</dd>
                </div>
              ))}
            </dl>
          )}
          {trace.stopped !== null && (
            <p className={`${styles.stopped} ${toneClass("danger")}`}>{words.stopped(trace.stopped)}</p>
          )}
        </>
      )}
    </section>
  );
}

function Edge({ edge: { state, text, because } }: { edge: TracedEdge }) {
  return (
    <li data-state={state}>
      <span className={styles.state}>{words.states[state]}</span> <span dir="auto">{text}</span>
      {because.length > 0 && <Reasons parts={because} />}
    </li>
  );
}

function Reasons({ parts }: { parts: readonly Because[] }) {
  return (
    <ul className={styles.reasons}>
      {parts.map(({ text, result, parts: inner }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a condition have no name but their place
        <li key={at}>
          <span dir="auto">{text}</span> <em>{words.results[`${result}`]}</em>
          {inner.length > 0 && <Reasons parts={inner} />}
        </li>
      ))}
    </ul>
  );
}
