import { useEffect, useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import type { GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import { NodeData } from "../../../../../shared/domain/shapes/graph.ts";
import * as stepWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { Labelled } from "../../../ui/fields/labelled.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { nodeIdsOf } from "../model/ids.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { withLabels } from "../problems/settingProblem.ts";
import { useConfigProblems } from "../problems/useConfigProblems.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { ConfigForm } from "./configForm.tsx";
import { FieldInput } from "./fieldInput.tsx";
import { fieldsOf } from "./fields.ts";
import styles from "./inspector.module.css";
import { NameInput } from "./nameInput.tsx";
import { NodeActions } from "./nodeActions.tsx";
import { NodeProblems } from "./nodeProblems.tsx";
import { Place } from "./place.tsx";
import { RecallField } from "./recall/recallField.tsx";
import { Rules } from "./rules.tsx";

const { steps } = stepWords;
/** the keys of a node's data that are the same for every type; its config is the type's own */
const textFields = fieldsOf(NodeData as unknown as ConfigSchema).filter(({ key }) => key !== "config");

interface Props {
  node: GraphNode;
  problems: readonly Problem[];
  /** whoever chose it wants to write it; on the canvas they may want to go on from it */
  takesFocus: boolean;
}

/** All that can be said about a node, in forms that come from the schemas. */
export function NodeInspector({ node, problems, takesFocus }: Props) {
  const editor = useEditor();
  const table = useQuestionTable();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": nameOfNode(node) }, region);
  const isTaking = useRef(takesFocus);
  const { isScreen, isEnd } = table.factsOf(node);
  const schema = table.schemaOf(node.question_type);
  const own = problems.filter(({ edge_index }) => edge_index === undefined);
  const all = new Set([...useConfigProblems(node), ...own.map(({ message }) => message)]);
  const messages = [...all].map((message) => (schema ? withLabels(message, schema) : message));
  useEffect(() => {
    if (isTaking.current) region.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, []);
  const labels: Record<string, string> = {
    title: steps.title,
    description: steps.description,
    is_required: steps.required,
  };
  return (
    <section
      ref={region}
      {...landmarkProps}
      aria-label={nameOfNode(node)}
      className={styles.inspector}
      onBlur={() => editor.settle()}
    >
      <h2 className={styles.heading}>{nameOfNode(node)}</h2>
      <NodeActions node={node} isEnd={isEnd} />
      <NodeProblems problems={own} />
      {textFields
        .filter(({ key }) => !isScreen || key !== "is_required")
        .map((field) => {
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
                    { label: labels[field.key] ?? field.label, key: `${field.key}:${node.id}` },
                  )
                }
              />
            </Place>
          );
        })}
      <Place name="type">
        <TypeSelect node={node} />
      </Place>
      {schema ? (
        <ConfigForm
          node={node}
          schema={schema}
          problems={messages}
          onChange={(key, label, value) =>
            editor.perform(
              "setConfig",
              { id: node.id, key, value },
              { label: steps.config(label), key: `config:${node.id}:${key}` },
            )
          }
        />
      ) : (
        <p className={fieldStyles.help}>{words.unknownType(node.question_type)}</p>
      )}
      <Place name="rules">
        <Rules node={node} problems={useEdgeProblems(problems)} />
      </Place>
      <Place name="id">
        <IdInput node={node} />
      </Place>
    </section>
  );
}

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
    <Labelled label={words.type}>
      {(attributes) => (
        <select
          {...attributes}
          value={node.question_type}
          onChange={({ target }) =>
            editor.perform("setType", { id: node.id, question_type: target.value }, { label: steps.type })
          }
        >
          {!names.includes(node.question_type) && (
            <option value={node.question_type}>{readable(node.question_type)}</option>
          )}
          {names.map((name) => (
            <option key={name} value={name}>
              {readable(name)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Edges, conditions and recalls follow. */
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
