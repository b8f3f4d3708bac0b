import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../../ui/button.tsx";
import { type KeySchema, problemsBeside, problemsOf } from "../../../../ui/fields/field.ts";
import { FieldGroup, FieldProblems } from "../../../../ui/fields/labelled.tsx";
import { starterValue } from "../../model/starterConfig.ts";
import { fieldsOf } from "../fields.ts";
import styles from "../inspector.module.css";
import { useNestedInput } from "./nestedInput.ts";
import type { FieldProps } from "./props.ts";

type Members = Record<string, unknown>;

/** An object with fields of its own, or a list of such objects. */
export function GroupField(props: FieldProps) {
  const { field, value, onChange, problems = [] } = props;
  const isList = field.schema.type === "array";
  const items = Array.isArray(value) ? (value as Members[]) : [];
  const parts = isList ? items.map((_, at) => String(at)) : partsOf(field.schema);
  return (
    <FieldGroup
      label={field.label}
      description={field.description ?? (isList ? helpOf(field.schema.items) : null)}
      problems={problemsBeside(parts, problems)}
    >
      {isList ? (
        <Items {...props} items={items} />
      ) : (
        <Fields
          {...props}
          schema={field.schema}
          members={(value ?? {}) as Members}
          onChange={(next) => onChange(Object.keys(next).length === 0 && !field.isRequired ? undefined : next)}
        />
      )}
    </FieldGroup>
  );
}

const partsOf = ({ properties = {} }: KeySchema): string[] => Object.keys(properties);

/** The help of an item's fields, which each item would repeat. */
const helpOf = (item: KeySchema = {}): string =>
  Object.values(item.properties ?? {})
    .flatMap(({ description }) => description ?? [])
    .join(" ");

interface FieldsProps extends Pick<FieldProps, "node" | "problems"> {
  schema: KeySchema;
  /** their help shows elsewhere */
  isBrief?: boolean;
  members: Members;
  onChange(members: Members): void;
}

/** The fields that an object schema names. */
export function Fields({ schema, isBrief, members, node, problems = [], onChange }: FieldsProps) {
  const FieldInput = useNestedInput();
  const fields = fieldsOf({ properties: schema.properties ?? {}, required: schema.required ?? [] });
  return fields.map((field) => (
    <FieldInput
      key={field.key}
      field={isBrief ? { ...field, description: null } : field}
      node={node}
      value={Object.hasOwn(members, field.key) ? members[field.key] : field.schema.default}
      problems={problemsOf(field.key, problems)}
      onChange={(value) => onChange(withMember(members, field.key, value))}
    />
  ));
}

export function withMember(members: Members, key: string, value: unknown): Members {
  const { [key]: _, ...others } = members;
  return value === undefined ? others : { ...members, [key]: value };
}

function Items({ field, node, items, problems = [], onChange }: FieldProps & { items: Members[] }) {
  const item = field.schema.items ?? {};
  return (
    <>
      <ol className={styles.items}>
        {items.map((one, at) => {
          const name = words.item(field.label, at + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: these items have no name but their place
            <li key={at} className={styles.item}>
              {/* the names of the first row are those of all */}
              <div className={at > 0 ? `labels-hidden ${styles.columns}` : styles.columns}>
                <Fields
                  isBrief
                  schema={item}
                  members={one}
                  node={node}
                  problems={problemsOf(String(at), problems)}
                  onChange={(next) => onChange(items.with(at, next))}
                />
              </div>
              <FieldProblems problems={problemsBeside(partsOf(item), problemsOf(String(at), problems))} />
              <Button
                look="plain"
                size="small"
                icon="x"
                aria-label={words.removeItem(name)}
                isDisabled={items.length <= (field.schema.minItems ?? 0)}
                onPress={() => onChange(items.toSpliced(at, 1))}
              />
            </li>
          );
        })}
      </ol>
      <Button
        look="plain"
        size="small"
        icon="plus"
        onPress={() => onChange([...items, starterValue(item, items.length + 1)])}
      >
        {words.addItem(field.label)}
      </Button>
    </>
  );
}
