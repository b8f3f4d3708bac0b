import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { currentValue, type Field, type FieldProblem, problemsOf } from "../../../ui/fields/field.ts";
import { useEditor } from "../editing/useEditor.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { FieldInput } from "./fieldInput.tsx";
import { fieldsOf } from "./fields.ts";
import { NestedInputContext } from "./kinds/nestedInput.ts";
import type { FieldProps } from "./kinds/props.ts";
import { Place } from "./place.tsx";

interface Props extends Pick<FieldProps, "node"> {
  schema: ConfigSchema;
  /** problems of `data.config` */
  problems: readonly FieldProblem[];
  /** selects the fields */
  shows(field: Field): boolean;
}

/** Fields of `data.config`, made from its schema alone. */
export function ConfigForm({ node, schema, problems, shows }: Props) {
  const editor = useEditor();
  const change = (key: string, label: string, value: unknown) =>
    editor.perform(
      "setConfig",
      { id: node.id, key, value },
      { label: steps.config(label), key: `config:${node.id}:${key}` },
    );
  return (
    <NestedInputContext value={FieldInput}>
      {fieldsOf(schema)
        .filter(shows)
        .map((field) => (
          <Place
            key={`${node.question_type}.${field.key}`}
            name={`config.${field.key}`}
            isHalf={field.kind === "integer" || field.kind === "number"}
          >
            <FieldInput
              field={field}
              node={node}
              value={currentValue(field, node.data?.config ?? {})}
              problems={problemsOf(field.key, problems)}
              onChange={(value) => change(field.key, field.label, value)}
            />
          </Place>
        ))}
    </NestedInputContext>
  );
}
