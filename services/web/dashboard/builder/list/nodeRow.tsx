import { memo } from "react";
import { Button as AriaButton, Checkbox, GridListItem } from "react-aria-components";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { ActionMenu } from "../../../ui/menu.tsx";
import { severityClass, toneClass } from "../../../ui/tone.ts";
import { useEditorPart } from "../editing/useEditor.ts";
import { nameOfNode, readable } from "../types/names.ts";
import styles from "./list.module.css";
import { useNodeMenu } from "./nodeMenu.ts";
import type { Row } from "./rows.ts";

/** A node in the list: by its handle it is dragged, by its box chosen, by its menu anything else, and itself opens it. */
export function NodeRow({ row }: { row: Row }) {
  const name = nameOfNode(row.node);
  return (
    <GridListItem id={row.id} value={row} textValue={name} className={styles.row as string} data-node={row.id}>
      <RowContent row={row} name={name} />
    </GridListItem>
  );
}

const RowContent = memo(function RowContent({ row, name }: { row: Row; name: string }) {
  const { node, at, rules, isEntry, isFallback, errors, warnings } = row;
  const isInspected = useEditorPart(({ selected }) => selected === node.id);
  return (
    <div className={styles.content} data-inspected={isInspected || undefined}>
      <div className={styles.before}>
        <AriaButton slot="drag" className={styles.handle as string} aria-label={words.drag(name)}>
          <span aria-hidden="true">⠿</span>
        </AriaButton>
        <Checkbox slot="selection" className={styles.box as string} aria-label={words.choose(name)}>
          {({ isSelected }) => (
            <span aria-hidden="true" className={styles.tick}>
              {isSelected ? "✓" : ""}
            </span>
          )}
        </Checkbox>
      </div>
      <div className={styles.texts}>
        <div className={styles.node}>
          <span className={styles.number}>{words.place(at + 1)}</span>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.type}>{readable(node.question_type)}</span>
          {isInspected && <span className="visually-hidden">{words.isInspected}</span>}
          {isEntry && <span className={`${styles.mark} ${toneClass("good")}`}>{words.isEntry}</span>}
          {isFallback && <span className={`${styles.mark} ${toneClass("good")}`}>{words.isFallback}</span>}
          {errors + warnings > 0 && (
            <span className={`${styles.mark} ${severityClass(errors > 0 ? "error" : "warning")}`}>
              {words.problemsOf(errors, warnings)}
            </span>
          )}
        </div>
        {rules !== "" && <Rules text={rules} />}
      </div>
      <NodeMenu id={node.id} name={name} />
    </div>
  );
});

function Rules({ text }: { text: string }) {
  return (
    <ul className={styles.rules}>
      {text.split("\n").map((sentence, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no name but their place
        <li key={place}>{sentence}</li>
      ))}
    </ul>
  );
}

function NodeMenu({ id, name }: { id: string; name: string }) {
  return <ActionMenu label={words.menuOf(name)} actions={useNodeMenu(id)} />;
}
