import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import type { GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import { NodeData } from "../../../../../shared/domain/shapes/graph.ts";
import * as stepWords from "../../../strings/en/dashboard/builder/builder.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import { type Field, problemsOf } from "../../../ui/fields/field.ts";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { ActionMenu } from "../../../ui/menu.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { useNodeMenu } from "../list/nodeMenu.ts";
import { nodeIdsOf } from "../model/ids.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { ConfigForm } from "./configForm.tsx";
import { FieldInput } from "./fieldInput.tsx";
import { fieldsOf } from "./fields.ts";
import styles from "./inspector.module.css";
import { LogicSummary } from "./logicSummary.tsx";
import { NameInput } from "./nameInput.tsx";
import { NodeImage } from "./nodeImage.tsx";
import { NodeProblems } from "./nodeProblems.tsx";
import { FocusPlace, Place, type Wanted } from "./place.tsx";
import { RecallField } from "./recall/recallField.tsx";
import { NodeShowIf } from "./showIf.tsx";
import { type Tab, tabOfKey, tabOfPlace } from "./tabs.ts";
import { useFieldProblems } from "./useFieldProblems.ts";

/** Keys of a node's data that are the same for every type. Its config is the type's own. */
const textFields = fieldsOf(NodeData as unknown as ConfigSchema).filter(({ key }) =>
  ["title", "description", "is_required"].includes(key),
);

const loadLogic = () => import("./logicParts.ts");
const Rules = lazyPart(loadLogic, "Rules");
const AnswerChecks = lazyPart(loadLogic, "AnswerChecks");

interface Props {
  node: GraphNode;
  problems: readonly Problem[];
  /** Whether selecting a node moves the focus to its title. On the canvas it stays there. */
  takesFocus: boolean;
  /** the part to go to */
  wanted: Wanted | null;
}

/** Everything about a node, in forms made from the schemas. */
export function NodeInspector({ node, problems, takesFocus, wanted }: Props) {
  const editor = useEditor();
  const table = useQuestionTable();
  const { nodes, edges } = useGraph();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": nameOfNode(node) }, region);
  const isTaking = useRef(takesFocus);
  const { isScreen } = table.factsOf(node);
  const schema = table.schemaOf(node.question_type);
  const own = problems.filter(({ edge_index }) => edge_index === undefined);
  const fieldProblems = useFieldProblems(node, own);
  const edgeProblems = useEdgeProblems(problems);
  const tabOf = (place: string | null) => tabOfPlace(place, schema?.properties);
  const [tab, setTab] = useState<Tab>("question");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab changes when another part is asked for
  useEffect(() => {
    if (wanted && !wanted.isDone) setTab(tabOf(wanted.place));
  }, [wanted]);
  useEffect(() => {
    if (isTaking.current) region.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, []);
  const fields = textFields.filter(({ key }) => !isScreen || key !== "is_required");
  const dataField = (field: Field) => {
    const TextOrSwitch = field.kind === "boolean" ? FieldInput : RecallField;
    return (
      <Place key={field.key} name={field.key}>
        <TextOrSwitch
          field={field}
          node={node}
          value={node.data?.[field.key as "title"]}
          onChange={(value) =>
            editor.perform(
              "setData",
              { id: node.id, [field.key]: value },
              { label: dataSteps[field.key] ?? field.label, key: `${field.key}:${node.id}` },
            )
          }
        />
      </Place>
    );
  };
  const config = (shows: (field: Field) => boolean) =>
    schema && <ConfigForm node={node} schema={schema} problems={problemsOf("config", fieldProblems)} shows={shows} />;
  const isIn = (one: Tab) => (field: Field) => tabOfKey(field.key, field.schema) === one;
  const content = (one: Tab, parts: ReactNode) => () => (
    <Suspense>
      <div className={styles.parts}>
        {parts}
        <FocusPlace wanted={wanted} isHere={!!wanted && wanted.place !== "valid_if" && tabOf(wanted.place) === one} />
      </div>
    </Suspense>
  );
  return (
    <section
      ref={region}
      {...landmarkProps}
      aria-label={nameOfNode(node)}
      className={styles.inspector}
      data-tab={tab}
      onBlur={() => editor.settle()}
    >
      <div className={styles.head}>
        <QuestionIcon type={node.question_type} />
        <div className={styles.name}>
          <p>{stepWords.kind(nodes.indexOf(node) + 1, readable(node.question_type))}</p>
          <h2 dir="auto">{nameOfNode(node)}</h2>
        </div>
        <ActionMenu label={words.actions(nameOfNode(node))} actions={useNodeMenu(node.id).slice(1)} />
        <Button look="plain" size="small" icon="x" aria-label={words.close} onPress={() => editor.select(null)} />
      </div>
      <NodeProblems problems={own} />
      <Tabs
        label={words.settings}
        selected={tab}
        onSelect={setTab}
        tabs={{
          question: {
            title: words.tabs.question,
            content: content(
              "question",
              <>
                <div className={styles.part}>
                  {fields.slice(0, 1).map(dataField)}
                  <Place name="show_if">
                    <NodeShowIf node={node} name={nameOfNode(node)} problems={problemsOf("show_if", fieldProblems)} />
                  </Place>
                  {fields
                    .slice(1)
                    .filter(({ kind }) => kind !== "boolean")
                    .map(dataField)}
                  <Place name="image">
                    <NodeImage node={node} problems={problemsOf("image", fieldProblems)} />
                  </Place>
                </div>
                <div className={styles.part}>
                  {config((field) => isIn("question")(field) && field.kind !== "boolean")}
                  {!schema && <p className={fieldStyles.help}>{words.unknownType(node.question_type)}</p>}
                </div>
                <div className={`${styles.part} ${styles.switches}`}>
                  {fields.filter(({ kind }) => kind === "boolean").map(dataField)}
                  {config((field) => isIn("question")(field) && field.kind === "boolean")}
                </div>
                <LogicSummary node={node} onEdit={() => setTab("logic")} />
                <div className={styles.part}>
                  <Place name="type">
                    <TypeSelect node={node} />
                  </Place>
                </div>
              </>,
            ),
          },
          logic: {
            title: words.tabs.logic,
            count: edges.filter(({ from }) => from === node.id).length || undefined,
            content: content(
              "logic",
              <Place name="rules">
                <Rules node={node} problems={edgeProblems} wanted={wanted} />
              </Place>,
            ),
          },
          advanced: {
            title: words.tabs.advanced,
            content: content(
              "advanced",
              <>
                <div className={styles.part}>
                  <Place name="id">
                    <IdInput node={node} />
                  </Place>
                </div>
                <div className={styles.part}>{config(isIn("advanced"))}</div>
                {!isScreen && (
                  <div className={styles.part}>
                    <Suspense>
                      <Place name="valid_if">
                        <AnswerChecks node={node} problems={problemsOf("valid_if", fieldProblems)} />
                      </Place>
                      <FocusPlace wanted={wanted} isHere={wanted?.place === "valid_if"} />
                    </Suspense>
                  </div>
                )}
              </>,
            ),
          },
        }}
      />
    </section>
  );
}

const dataSteps: Record<string, string> = {
  title: steps.title,
  description: steps.description,
  is_required: steps.required,
};

function useEdgeProblems(problems: readonly Problem[]): ReadonlyMap<string, string[]> {
  const { edges } = useGraph();
  const textOf = useProblemText();
  const found = new Map<string, string[]>();
  for (const problem of problems) {
    const id = problem.edge_index === undefined ? undefined : edges[problem.edge_index]?.id;
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), textOf(problem)]);
  }
  return found;
}

function TypeSelect({ node }: Pick<Props, "node">) {
  const editor = useEditor();
  const { names } = useQuestionTable();
  return (
    <SelectField
      label={words.type}
      value={node.question_type}
      options={names.map((name) => [name, readable(name)])}
      missing={readable(node.question_type)}
      onChange={(type) => editor.perform("setType", { id: node.id, question_type: type }, { label: steps.type })}
    />
  );
}

/** Renaming updates edges, conditions and inserted answers. */
function IdInput({ node }: Pick<Props, "node">) {
  const editor = useEditor();
  return (
    <NameInput
      label={words.id}
      description={words.idHelp}
      name={node.id}
      taken={nodeIdsOf(useGraph())}
      onRename={(to) => editor.perform("renameNode", { id: node.id, to }, { label: steps.rename })}
    />
  );
}
