import { Handle, type NodeProps, Position } from "@xyflow/react";
import { createContext, memo, useContext } from "react";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { severityClass, toneClass } from "../../../ui/tone.ts";
import styles from "./canvas.module.css";
import { type CardNode, handleIn, handleNew, handleOfRule } from "./flow.ts";
import { headMiddle, rowMiddle } from "./size.ts";

/** Is the canvas so far away that letters could not be read? Then a node is a box and nothing in it. */
export const FarContext = createContext(false);

/** A node: its type, its title, what can be chosen, and its rules, each with the handle that it leads from. */
export const Card = memo(function Card({ data: { box, errors, warnings }, selected }: NodeProps<CardNode>) {
  const isFar = useContext(FarContext);
  const severity = errors > 0 ? "error" : warnings > 0 ? "warning" : undefined;
  const look = { "data-node": box.id, "data-selected": selected || undefined, "data-severity": severity };
  if (isFar) return <div className={styles.card} data-far {...look} />;
  return (
    <div className={styles.card} {...look}>
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
        <p className={styles.type}>
          <span className={styles.typeName}>
            {box.number}. {box.type}
          </span>
          {box.isEntry && <span className={`${styles.mark} ${toneClass("good")}`}>{listWords.isEntry}</span>}
          {box.isFallback && <span className={`${styles.mark} ${toneClass("good")}`}>{words.otherwise}</span>}
          {severity && (
            <span className={`${styles.mark} ${severityClass(severity)}`}>
              {listWords.problemsOf(errors, warnings)}
            </span>
          )}
        </p>
        <p className={styles.name} data-lines={box.titleLines} dir="auto">
          {box.title}
        </p>
      </div>
      {box.options.length > 0 && (
        <ul className={styles.options}>
          {box.options.map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two options may have the same label
            <li key={at} dir="auto">
              {label}
            </li>
          ))}
          {box.further > 0 && <li className={styles.further}>{words.further(box.further)}</li>}
        </ul>
      )}
      <ol className={styles.rows}>
        {box.rows.map(({ edge, text }, at) => (
          <li key={edge} title={text} data-open={edge === null || undefined}>
            {text}
            <Handle
              id={handleOfRule(edge)}
              type="source"
              position={Position.Right}
              style={{ top: rowMiddle(box, at) }}
            />
          </li>
        ))}
      </ol>
    </div>
  );
});
