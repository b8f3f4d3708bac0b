import { useState } from "react";
import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { type KeySchema, problemsBeside, problemsOf } from "../../../../ui/fields/field.ts";
import { FieldProblems } from "../../../../ui/fields/labelled.tsx";
import { BooleanField, TextField } from "../../../../ui/fields/simpleFields.tsx";
import { SelectField } from "../../../../ui/selectField.tsx";
import { freshId } from "../../model/ids.ts";
import { fittingConfig, starterConfig } from "../../model/starterConfig.ts";
import { readable } from "../../types/names.ts";
import { fieldsOf } from "../fields.ts";
import styles from "../inspector.module.css";
import { NameInput } from "../nameInput.tsx";
import { ReorderHandle } from "../reorder.tsx";
import { Fields, withMember } from "./groupField.tsx";
import { type InList, type Item, ItemButtons, ItemList, MoveButtons } from "./itemList.tsx";
import type { FieldProps } from "./props.ts";

/** Fields of records: each has a key, a title, a question type and the settings of that type. */
export function FieldListField({ field, node, value, onChange, problems = [] }: FieldProps) {
  const items = Array.isArray(value) ? (value as Item[]) : [];
  const kinds = new Map((field.schema.items?.anyOf ?? []).map((one) => [typeOf(one), one]));
  const keys = new Set(items.map((one) => String(one?.key)));
  const newItem = (): Item => {
    const [type = ""] = kinds.keys();
    const key = freshId(`field_${items.length + 1}`, keys);
    return { key, title: words.item(field.label, items.length + 1), question_type: type };
  };
  return (
    <ItemList {...{ field, items, problems, onChange, newItem }}>
      {(item, inList) => (
        <FieldItem
          // a draft may have two fields of one key
          key={inList.at}
          {...{ node, kinds, keys, item: item ?? {}, count: items.length }}
          {...inList}
          name={String(item?.title ?? "") || words.item(field.label, inList.at + 1)}
        />
      )}
    </ItemList>
  );
}

const typeOf = ({ properties }: KeySchema): string => String(properties?.question_type?.const);

/** Members of options that fields don't have (shared/domain/questions/config/records.ts). */
const unused: ReadonlySet<string> = new Set(["show_if", "image_url", "alt"]);

/** Returns the settings of a field's type as the builder shows them. */
function settingsOf(kind: KeySchema | undefined): KeySchema {
  const { properties = {}, ...config } = kind?.properties?.config ?? {};
  const shown = Object.entries(properties).map(([key, one]): [string, KeySchema] => {
    const members = one.items?.properties;
    if (!members) return [key, one];
    const kept = Object.fromEntries(Object.entries(members).filter(([name]) => !unused.has(name)));
    return [key, { ...one, items: { ...one.items, properties: kept } }];
  });
  return { ...config, properties: Object.fromEntries(shown) };
}

interface ItemProps extends InList, Pick<FieldProps, "node"> {
  /** schemas by question type */
  kinds: ReadonlyMap<string, KeySchema>;
  item: Item;
  name: string;
  /** keys of all fields */
  keys: ReadonlySet<string>;
  count: number;
}

function FieldItem({ node, kinds, item, name, keys, at, count, problems, onChange, onRemove, onMove }: ItemProps) {
  const type = String(item.question_type);
  const kind = kinds.get(type);
  const settings = settingsOf(kind);
  const config = (item.config ?? {}) as Item;
  const hasProblem = ["key", "config"].some((key) => problemsOf(key, problems).length > 0);
  const [isMore, setMore] = useState(hasProblem);
  if (hasProblem && !isMore) setMore(true);
  const put = (key: string, value: unknown) => onChange(withMember(item, key, value));
  const own = fieldsOf({ properties: kind?.properties ?? {}, required: kind?.required ?? [] });
  const [title, required] = ["title", "is_required"].map((key) => own.find((one) => one.key === key));
  const retype = (next: string) => {
    const started = starterConfig(next, config, settingsOf(kinds.get(next)) as never);
    onChange({ ...withMember(item, "config", undefined), question_type: next, ...configMember(next, started) });
  };
  return (
    <li className={styles.item}>
      <div className={`${styles.option} labels-hidden`}>
        <ReorderHandle label={words.moveItem(name)} at={at} onMove={onMove} />
        <div className={styles.columns}>
          {title && (
            <TextField
              field={{ ...title, label: words.itemField(name, title.label) }}
              value={item.title}
              problems={problemsOf("title", problems)}
              onChange={(next) => put("title", next)}
            />
          )}
          <SelectField
            label={words.itemField(name, words.fieldType)}
            value={type}
            options={[...kinds.keys()].map((one): [string, string] => [one, readable(one)])}
            missing={type}
            onChange={retype}
          />
        </div>
        <ItemButtons name={name} isMore={isMore} onMore={() => setMore(!isMore)} onRemove={onRemove} />
      </div>
      <FieldProblems problems={problemsBeside(["title", "key", "config", "is_required"], problems)} />
      {isMore && (
        <div className={styles.more}>
          <div className={styles.columns}>
            {required && (
              <BooleanField
                field={required}
                value={item.is_required ?? false}
                onChange={(next) => put("is_required", next || undefined)}
              />
            )}
            <Fields
              schema={settings}
              members={config}
              node={node}
              problems={problemsOf("config", problems)}
              onChange={(next) => put("config", Object.keys(next).length > 0 ? next : undefined)}
            />
            <NameInput
              label={kind?.properties?.key?.title ?? "key"}
              description={kind?.properties?.key?.description ?? null}
              name={String(item.key ?? "")}
              taken={keys}
              problems={problemsOf("key", problems)}
              onRename={(next) => put("key", next)}
            />
          </div>
          <MoveButtons name={name} at={at} count={count} onMove={onMove} />
        </div>
      )}
    </li>
  );
}

/** Keeps the settings that the new type has too. */
function configMember(type: string, started: Item): { config?: Item } {
  const config = fittingConfig(type, started);
  return Object.keys(config).length > 0 ? { config } : {};
}
