import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { currentValue, problemsAt } from "../../../ui/fields/field.ts";
import { FieldGroup } from "../../../ui/fields/labelled.tsx";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { FieldInput } from "./fieldInput.tsx";
import { fieldsOf } from "./fields.ts";
import { NestedInputContext } from "./kinds/nestedInput.ts";
import type { FieldProps } from "./kinds/props.ts";
import { Place } from "./place.tsx";

interface Props extends Pick<FieldProps, "node"> {
  schema: ConfigSchema;
  /** messages of the node's problems */
  problems: readonly string[];
  onChange(key: string, label: string, value: unknown): void;
}

/** `data.config` as a form, from its schema alone. */
export function ConfigForm({ node, schema, problems, onChange }: Props) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return null;
  return (
    <NestedInputContext value={FieldInput}>
      <FieldGroup label={words.settings}>
        {fields.map((field) => (
          <Place key={`${node.question_type}.${field.key}`} name={`config.${field.key}`}>
            <FieldInput
              field={field}
              node={node}
              value={currentValue(field, node.data?.config ?? {})}
              problems={problemsAt(field.key, problems)}
              onChange={(value) => onChange(field.key, field.label, value)}
            />
          </Place>
        ))}
      </FieldGroup>
    </NestedInputContext>
  );
}
