import { Handle, type NodeProps, Position } from "@xyflow/react";
import { createContext, memo, useContext } from "react";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { Icon } from "../../../ui/icon.tsx";
import { hueClass, QuestionIcon } from "../../../ui/questionIcon.tsx";
import { lookOfType } from "../../../ui/questionLook.ts";
import { NodeTitle } from "../editing/nodeTitle.tsx";
import { ImportMark } from "../imported/importMark.tsx";
import { EditedBy } from "../presence/people.tsx";
import styles from "./canvas.module.css";
import type { Detail } from "./firstView.ts";
import { type CardNode, handleIn, handleNew, type Mark } from "./flow.ts";
import { farLines, headMiddle, rowMiddle } from "./size.ts";

/** The parts of a card that can be read at the current zoom. */
export const DetailContext = createContext<Detail>("all");

/** A node: its type, its title and its rows, each with the handle that its edge leaves from. */
export const Card = memo(function Card({ data: { box, mark }, selected }: NodeProps<CardNode>) {
  const detail = useContext(DetailContext);
  const severity = mark && (mark.errors > 0 ? "error" : "warning");
  const look = { "data-node": box.id, "data-selected": selected || undefined, "data-severity": severity };
  if (detail !== "all") {
    return (
      <div className={`${styles.card} ${hueClass(box.questionType)}`} data-far {...look}>
        {detail === "title" && <FarTitle box={box} />}
      </div>
    );
  }
  return (
    <div className={styles.card} data-entry={box.isEntry || undefined} {...look}>
      <Chips box={box} />
      {mark && <ProblemChip mark={mark} />}
      <EditedBy id={box.id} className={styles.editedBy} />
      <Handle id={handleIn} type="target" position={Position.Left} style={{ top: headMiddle }} />
      {!box.isEnd && (
        <Handle
          id={handleNew}
          type="source"
          position={Position.Right}
          style={{ top: headMiddle }}
          className={styles.newRule as string}
        />
      )}
      <div className={styles.head}>
        <QuestionIcon type={box.questionType} />
        <div className={styles.titles}>
          <p className={styles.type}>
            {words.typeLine(box.number, box.type)} <ImportMark id={box.id} />
          </p>
          <p className={styles.name} data-lines={box.titleLines} dir="auto">
            <NodeTitle node={{ id: box.id, question_type: box.questionType, data: { title: box.written } }} />
          </p>
        </div>
      </div>
      {box.condition !== null && (
        <p className={styles.shownIf} title={box.shownIf ?? ""} dir="auto">
          <Icon name="eye" size={13} />
          <span>{words.onlyIf(box.condition)}</span>
        </p>
      )}
      <Rows box={box} />
    </div>
  );
});

/** The title of a card that is too small for more, with its number, and its type where there is a line for it. */
function FarTitle({ box }: Pick<CardNode["data"], "box">) {
  const lines = farLines(box.height);
  const hasLine = lines > 2;
  return (
    <>
      <Chips box={box} />
      <p
        className={styles.farName}
        style={{
          WebkitLineClamp: hasLine ? lines - 1 : lines,
          marginInlineEnd: hasLine ? 0 : `${String(box.number).length + 1}ch`,
        }}
        dir="auto"
      >
        {box.title}
      </p>
      <span className={styles.farKind}>
        {box.number}
        {hasLine && <Icon name={lookOfType(box.questionType).icon} size={28} />}
      </span>
    </>
  );
}

const Chips = ({ box: { isEntry, isFallback } }: Pick<CardNode["data"], "box">) => (
  <>
    {isEntry && <span className={styles.chip}>{listWords.isEntry}</span>}
    {isFallback && <span className={styles.chip}>{listWords.isFallback}</span>}
  </>
);

const Rows = ({ box }: Pick<CardNode["data"], "box">) => (
  <ol className={styles.rows}>
    {box.rows.map(({ handle, key, label, text, to, isDeadEnd }, index) => (
      <li key={handle} title={text} data-open={to === null || undefined} data-dead-end={isDeadEnd || undefined}>
        {key && <kbd>{key}</kbd>}
        <span dir="auto">{label}</span>
        {handle !== null && (
          <Handle id={handle} type="source" position={Position.Right} style={{ top: rowMiddle(box, index) }} />
        )}
      </li>
    ))}
  </ol>
);

function ProblemChip({ mark: { errors, warnings, isUnreached } }: { mark: Mark }) {
  if (isUnreached) return <span className={styles.problems}>{words.neverReached}</span>;
  return (
    <span className={styles.problems}>
      <Icon name={errors > 0 ? "circle-alert" : "triangle-alert"} size={12} />
      <span aria-hidden="true">{errors + warnings}</span>
      <span className="visually-hidden">{listWords.problemsOf(errors, warnings)}</span>
    </span>
  );
}
