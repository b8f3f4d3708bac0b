import { useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { Page as Shape } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { GraphNode, Page } from "../../../../../shared/domain/graph/types.ts";
import { menu, steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as listWords from "../../../strings/en/dashboard/builder/list.ts";
import * as words from "../../../strings/en/dashboard/builder/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { BooleanField } from "../../../ui/fields/simpleFields.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { titleText } from "../../../ui/titleText.ts";
import { NodeTitle } from "../editing/nodeTitle.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { fieldsOf } from "./fields.ts";
import styles from "./inspector.module.css";
import { FocusPlace, Place, type Wanted } from "./place.tsx";
import { RecallField } from "./recall/recallField.tsx";
import { ReorderHandle } from "./reorder.tsx";

const fields = fieldsOf(Shape as unknown as ConfigSchema);
const texts = fields.filter(({ key }) => key === "title" || key === "description");
const shuffle = fields.filter(({ key }) => key === "shuffle");

interface Props {
  page: Page;
  wanted: Wanted | null;
  onClose(): void;
}

/** Settings of a page: its texts and questions. */
export function PageInspector({ page, wanted, onClose }: Props) {
  const graph = useGraph();
  const editor = useEditor();
  const actions = useActions();
  const region = useRef<HTMLElement>(null);
  const at = graph.pages?.indexOf(page) ?? 0;
  const name = titleText(listWords.pageName(page.title, at + 1));
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": name }, region);
  return (
    <section
      ref={region}
      {...landmarkProps}
      aria-label={name}
      className={styles.inspector}
      data-formats
      onBlur={() => editor.settle()}
    >
      <div className={styles.head}>
        <div className={styles.name}>
          <p>{words.kind}</p>
          <h2 dir="auto">{name}</h2>
        </div>
        <Button look="plain" size="small" icon="x" aria-label={words.close} onPress={onClose} />
      </div>
      <div className={styles.parts}>
        <div className={styles.part}>
          <p className={fieldStyles.help}>{words.help}</p>
          <PageTexts page={page} />
        </div>
        <div className={styles.part}>
          <Place name="nodes">
            <h3 className={styles.listTitle}>{words.questions}</h3>
            <PageNodes page={page} />
          </Place>
          {shuffle.map((field) => (
            <Place key={field.key} name={field.key}>
              <BooleanField
                field={field}
                value={page.shuffle}
                onChange={(value) =>
                  editor.perform(
                    "setPage",
                    { id: page.id, shuffle: value ? true : undefined },
                    { label: steps.pageText },
                  )
                }
              />
            </Place>
          ))}
          <ButtonRow>
            <Button onPress={() => actions.removePage(page.id)}>{menu.askOneByOne}</Button>
          </ButtonRow>
        </div>
        <FocusPlace wanted={wanted} isHere />
      </div>
    </section>
  );
}

function PageTexts({ page }: Pick<Props, "page">) {
  const graph = useGraph();
  const editor = useEditor();
  return texts.map((field) => (
    <Place key={field.key} name={field.key}>
      <RecallField
        field={field}
        // its texts insert what the first question can
        node={nodeIn(graph, page.node_ids[0] ?? "") ?? unknownNode}
        value={page[field.key as "title"]}
        onChange={(value) =>
          editor.perform(
            "setPage",
            { id: page.id, [field.key]: value === "" ? undefined : value },
            { label: steps.pageText, key: `page:${page.id}:${field.key}` },
          )
        }
      />
    </Place>
  ));
}

function PageNodes({ page: { id: pageId, node_ids: nodeIds } }: Pick<Props, "page">) {
  const graph = useGraph();
  const actions = useActions();
  const after = (id: string | undefined) => {
    const index = graph.nodes.findLastIndex((node) => node.id === id);
    return graph.nodes.slice(index + 1).find((node) => !nodeIds.includes(node.id))?.id ?? null;
  };
  const move = (from: number, to: number) => {
    const ids = nodeIds.toSpliced(from, 1);
    actions.moveBefore([nodeIds[from] as string], ids[to] ?? after(ids.at(-1)), pageId);
  };
  return (
    <ol className={styles.pageNodes}>
      {nodeIds.map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an imported page can name a question twice
        <PageNode key={index} id={id} node={nodeIn(graph, id)} at={index} onMove={move} />
      ))}
    </ol>
  );
}

const unknownNode: GraphNode = { id: "", question_type: "", data: {} };

interface NodeProps {
  id: string;
  /** undefined if it doesn't exist */
  node: GraphNode | undefined;
  at: number;
  onMove(from: number, to: number): void;
}

function PageNode({ id, node, at, onMove }: NodeProps) {
  const editor = useEditor();
  const actions = useActions();
  const name = node ? nameOfNode(node) : words.missing(id);
  return (
    <li>
      <ReorderHandle label={words.move(name)} at={at} onMove={onMove} />
      {node ? <QuestionIcon type={node.question_type} /> : <Icon name="circle-alert" />}
      {node ? (
        <button type="button" className={styles.pageNode} onClick={() => editor.select(id)}>
          <NodeTitle node={node} />
        </button>
      ) : (
        <span className={styles.pageNode}>{name}</span>
      )}
      <Button
        look="plain"
        size="small"
        icon="x"
        aria-label={words.remove(name)}
        onPress={() => actions.leavePage([id])}
      />
    </li>
  );
}
