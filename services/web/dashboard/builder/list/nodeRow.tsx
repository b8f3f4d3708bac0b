import { createContext, memo, useContext } from "react";
import { Button as AriaButton, Checkbox, GridListItem } from "react-aria-components";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import * as listWords from "../../../strings/en/dashboard/builder/list.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ActionMenu } from "../../../ui/menu.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { NodeTitle } from "../editing/nodeTitle.tsx";
import { useEditorPart } from "../editing/useEditor.ts";
import { ImportMark } from "../imported/importMark.tsx";
import { EditedBy } from "../presence/people.tsx";
import { nameOfNode, readable } from "../types/names.ts";
import styles from "./list.module.css";
import { useNodeMenu } from "./nodeMenu.ts";
import type { Row } from "./rows.ts";

/** The node that the page beside the list shows. */
export const PreviewedContext = createContext<string | null>(null);

/** A node in the list. A press opens it; the handle drags it, the checkbox selects it, the menu does the rest. */
export function NodeRow({ row }: { row: Row }) {
  const name = nameOfNode(row.node);
  return (
    <GridListItem id={row.id} value={row} textValue={name} className={styles.row as string} data-node={row.id}>
      <RowContent row={row} name={name} />
    </GridListItem>
  );
}

const RowContent = memo(function RowContent({ row, name }: { row: Row; name: string }) {
  const { node, at, shownIf, rules, isEntry, isFallback, errors, warnings } = row;
  const isInspected = useEditorPart(({ selected }) => selected === node.id);
  const isPreviewed = useContext(PreviewedContext) === node.id;
  return (
    <div
      className={styles.content}
      data-inspected={isInspected || undefined}
      data-previewed={isPreviewed || undefined}
      data-on-page={row.page === null ? undefined : true}
    >
      <div className={styles.stack}>
        <span className={styles.number}>{at + 1}</span>
        <AriaButton slot="drag" className={styles.handle as string} aria-label={words.drag(name)}>
          <Icon name="grip-vertical" />
        </AriaButton>
      </div>
      <div className={styles.stack}>
        <QuestionIcon type={node.question_type} />
        <Checkbox slot="selection" className={styles.box as string} aria-label={words.choose(name)}>
          {({ isSelected }) => <span className={styles.tick}>{isSelected && <Icon name="check" size={14} />}</span>}
        </Checkbox>
      </div>
      <div className={styles.texts}>
        <span className={styles.name} dir="auto">
          <NodeTitle node={node} />
        </span>
        <span className="visually-hidden">
          {readable(node.question_type)} {isInspected && words.isInspected} {isPreviewed && listWords.isPreviewed}
        </span>
        <div className={styles.meta}>
          {isEntry && <span className={styles.good}>{words.isEntry}</span>}
          {isFallback && <span className={styles.good}>{words.isFallback}</span>}
          {shownIf !== null && (
            <span className={styles.shownIf} dir="auto">
              <Icon name="eye" size={13} /> {shownIf}
            </span>
          )}
          {rules > 0 && (
            <span>
              <Icon name="split" size={13} /> {listWords.rules(rules)}
            </span>
          )}
          <EditedBy id={node.id} />
          <ImportMark id={node.id} className={styles.warn} />
          {errors + warnings > 0 && (
            <span className={errors > 0 ? styles.bad : styles.warn}>
              <Icon name={errors > 0 ? "circle-alert" : "triangle-alert"} size={13} />{" "}
              {words.problemsOf(errors, warnings)}
            </span>
          )}
        </div>
      </div>
      <NodeMenu id={node.id} name={name} />
    </div>
  );
});

function NodeMenu({ id, name }: { id: string; name: string }) {
  return (
    <div className={styles.menu}>
      <ActionMenu label={words.menuOf(name)} actions={useNodeMenu(id)} />
    </div>
  );
}
