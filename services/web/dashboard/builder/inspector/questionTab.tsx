import { NodeData } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { type Field, type FieldProblem, problemsOf } from "../../../ui/fields/field.ts";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { SelectField } from "../../../ui/selectField.tsx";
import { useEditor } from "../editing/useEditor.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { ConfigForm } from "./configForm.tsx";
import { FieldInput } from "./fieldInput.tsx";
import { fieldsOf } from "./fields.ts";
import styles from "./inspector.module.css";
import { LogicSummary } from "./logicSummary.tsx";
import { NodeImage } from "./nodeImage.tsx";
import { Place } from "./place.tsx";
import { RecallField } from "./recall/recallField.tsx";
import { NodeShowIf } from "./showIf.tsx";
import { tabOfKey } from "./tabs.ts";

/** Keys of a node's data that are the same for every type. Its config is the type's own. */
const textFields = fieldsOf(NodeData as unknown as ConfigSchema).filter(({ key }) =>
  ["title", "description", "is_required", "is_personal"].includes(key),
);

const isSwitch = ({ kind }: Field) => kind === "boolean";
const isHere = ({ key, schema }: Field) => tabOfKey(key, schema) === "question";

interface Props {
  node: GraphNode;
  problems: readonly FieldProblem[];
  onEditLogic(): void;
}

/** Texts, image, options and type of a node. */
export function QuestionTab({ node, problems, onEditLogic }: Props) {
  const table = useQuestionTable();
  const schema = table.schemaOf(node.question_type);
  const { isScreen } = table.factsOf(node);
  const [first, ...others] = textFields.filter(({ key }) => !isScreen || !key.startsWith("is_"));
  const config = (shows: (field: Field) => boolean) =>
    schema && <ConfigForm node={node} schema={schema} problems={problemsOf("config", problems)} shows={shows} />;
  return (
    <>
      <div className={styles.part}>
        {first && <DataField node={node} field={first} />}
        <Place name="show_if">
          <NodeShowIf node={node} name={nameOfNode(node)} problems={problemsOf("show_if", problems)} />
        </Place>
        {others
          .filter((field) => !isSwitch(field))
          .map((field) => (
            <DataField key={field.key} node={node} field={field} />
          ))}
        <Place name="image">
          <NodeImage node={node} problems={problemsOf("image", problems)} />
        </Place>
      </div>
      <div className={styles.part}>
        {config((field) => isHere(field) && !isSwitch(field))}
        {!schema && <p className={fieldStyles.help}>{words.unknownType(node.question_type)}</p>}
      </div>
      <div className={`${styles.part} ${styles.switches}`}>
        {others.filter(isSwitch).map((field) => (
          <DataField key={field.key} node={node} field={field} />
        ))}
        {config((field) => isHere(field) && isSwitch(field))}
      </div>
      <LogicSummary node={node} onEdit={onEditLogic} />
      <div className={styles.part}>
        <Place name="type">
          <TypeSelect node={node} />
        </Place>
      </div>
    </>
  );
}

function DataField({ node, field }: { node: GraphNode; field: Field }) {
  const editor = useEditor();
  const TextOrSwitch = isSwitch(field) ? FieldInput : RecallField;
  const label = dataSteps[field.key] ?? field.label;
  return (
    <Place name={field.key}>
      <TextOrSwitch
        field={field}
        node={node}
        value={node.data?.[field.key as "title"]}
        onChange={(value) =>
          editor.perform("setData", { id: node.id, [field.key]: value }, { label, key: `${field.key}:${node.id}` })
        }
      />
    </Place>
  );
}

const dataSteps: Record<string, string> = {
  title: steps.title,
  description: steps.description,
  is_required: steps.required,
  is_personal: steps.personal,
};

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
