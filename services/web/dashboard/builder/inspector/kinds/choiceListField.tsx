import { type ClipboardEvent, useState } from "react";
import * as stepWords from "../../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { type Field, type KeySchema, problemsBeside, problemsOf } from "../../../../ui/fields/field.ts";
import { FieldProblems } from "../../../../ui/fields/labelled.tsx";
import { useEditor } from "../../editing/useEditor.ts";
import { freshId } from "../../model/ids.ts";
import type { OptionRename } from "../../model/rename.ts";
import { starterValue } from "../../model/starterConfig.ts";
import { fieldsOf } from "../fields.ts";
import styles from "../inspector.module.css";
import { NameInput } from "../nameInput.tsx";
import { ReorderHandle } from "../reorder.tsx";
import { ShowIf } from "../showIf.tsx";
import { withMember } from "./groupField.tsx";
import { type InList, type Item, ItemButtons, ItemList, limitsOf, MoveButtons } from "./itemList.tsx";
import { useNestedInput } from "./nestedInput.ts";
import type { FieldProps } from "./props.ts";

/** Options, rows or columns. Renaming a value or key updates all its uses. Several pasted lines become several items. */
export function ChoiceListField({ field, node, value, onChange, problems = [] }: FieldProps) {
  const items = Array.isArray(value) ? (value as Item[]) : [];
  const { maxItems } = limitsOf(field);
  const paste = (at: number, event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData("text/plain")).slice(0, maxItems - items.length + 1);
    if (lines.length < 2 || !(event.target instanceof HTMLElement) || !event.target.closest("[data-labels]")) return;
    event.preventDefault();
    onChange(withLines(field, items, at, lines));
  };
  return (
    <ItemList {...{ field, items, problems, onChange }} newItem={() => newItem(field, items)}>
      {(item, inList) => (
        <ChoiceItem
          // a draft may have two items of one name
          key={inList.at}
          {...{ list: field, node, items, item }}
          {...inList}
          onPaste={(event) => paste(inList.at, event)}
        />
      )}
    </ItemList>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The first line replaces the label of that item, the others become new items after it. */
export function withLines(
  field: Field,
  items: readonly Item[],
  at: number,
  [first, ...others]: readonly string[],
): Item[] {
  return others.reduce<Item[]>(
    (made, label, index) => made.toSpliced(at + 1 + index, 0, { ...newItem(field, made), label }),
    items.map((item, one) => (one === at ? { ...item, label: first } : item)),
  );
}

/** The key that answers and conditions name an item by. Null if there is none. */
export const nameKeyOf = ({ items }: KeySchema): "value" | "key" | null =>
  items?.properties?.value ? "value" : items?.properties?.key ? "key" : null;

export function newItem({ schema }: Field, items: readonly Item[]): Item {
  const { default: _, ...bare } = schema;
  const list = starterValue({ ...bare, minItems: items.length + 1 }, 1) as Item[];
  const item = list.at(-1) as Item;
  const name = nameKeyOf(schema);
  if (name === null) return item;
  const taken = new Set(items.map((one) => one?.[name] as string));
  return { ...item, [name]: freshId(String(item[name]), taken) };
}

interface ItemProps extends InList {
  list: Field;
  node: FieldProps["node"];
  items: readonly Item[];
  item: Item;
  onPaste(event: ClipboardEvent): void;
}

/** Returns what an item of the list consists of. */
function partsOf({ schema }: Field) {
  const name = nameKeyOf(schema);
  const { properties = {}, required = [] } = schema.items ?? {};
  const fields = fieldsOf({ properties, required }).filter(({ key }) => key !== name && key !== "show_if");
  return { name, properties, fields, isConditional: name === "value" && Object.hasOwn(properties, "show_if") };
}

/** Whether a field is shown beside the item's handle, without opening it. */
const isPlain = ({ key, kind }: Field): boolean => key === "label" || kind === "emoji";

function ChoiceItem({ list, node, items, at, item, problems, onChange, onRemove, onMove, onPaste }: ItemProps) {
  const FieldInput = useNestedInput();
  const { name, properties, fields, isConditional } = partsOf(list);
  const condition = item?.show_if ?? null;
  const label = words.item(list.label, at + 1);
  // a problem opens its field, which stays open once it is fixed
  const hasProblem = [...fields.filter((field) => !isPlain(field)), { key: "show_if" }].some(
    ({ key }) => problemsOf(key, problems).length > 0,
  );
  const [isMore, setMore] = useState(hasProblem);
  if (hasProblem && !isMore) setMore(true);
  const shown = String(item?.label ?? "") || label;
  const input = (field: Field) => (
    <FieldInput
      key={field.key}
      field={field}
      node={node}
      value={Object.hasOwn(item ?? {}, field.key) ? item[field.key] : field.schema.default}
      problems={problemsOf(field.key, problems)}
      onChange={(value) => onChange(withMember(item, field.key, value))}
    />
  );
  return (
    <li className={styles.item}>
      <div className={`${styles.option} labels-hidden`}>
        <ReorderHandle label={words.moveItem(shown)} at={at} onMove={onMove} />
        <div className={styles.columns} data-labels onPaste={onPaste}>
          {fields.filter(isPlain).map((field) => input({ ...field, label: words.itemField(label, field.label) }))}
        </div>
        <ItemButtons name={shown} isMore={isMore} onMore={() => setMore(!isMore)} onRemove={onRemove} />
      </div>
      <FieldProblems problems={problemsBeside(Object.keys(properties), problems)} />
      {isConditional && (condition !== null || isMore) && (
        <div className={styles.more} data-place={`config.${list.key}.${at}.show_if`}>
          <ShowIf
            name={shown}
            condition={condition}
            from={node.id}
            problems={problemsOf("show_if", problems)}
            onChange={(next) => onChange(withMember(item, "show_if", next ?? undefined))}
          />
        </div>
      )}
      {isMore && (
        <div className={styles.more}>
          <div className={styles.columns}>
            {name !== null && (
              <ItemName {...{ list, node, items, item, problems }} nameKey={name} onChange={onChange} />
            )}
            {fields.filter((field) => !isPlain(field)).map(input)}
          </div>
          <MoveButtons name={shown} at={at} count={items.length} onMove={onMove} />
        </div>
      )}
    </li>
  );
}

interface NameProps extends Pick<ItemProps, "list" | "node" | "items" | "item" | "problems" | "onChange"> {
  nameKey: "value" | "key";
}

/** The value or key of an item. Renaming updates conditions and scoring, which don't read options of a field of records. */
function ItemName({ list, nameKey, node, items, item, problems, onChange }: NameProps) {
  const editor = useEditor();
  const current = String(item?.[nameKey] ?? "");
  const schema = list.schema.items?.properties?.[nameKey];
  return (
    <NameInput
      label={schema?.title ?? nameKey}
      description={schema?.description ?? null}
      name={current}
      taken={new Set(items.map((one) => String(one?.[nameKey])))}
      problems={problemsOf(nameKey, problems)}
      onRename={(to) => {
        if (!Object.hasOwn(node.data?.config ?? {}, list.key)) return onChange({ ...item, [nameKey]: to });
        const wanted = { node_id: node.id, list: list.key as OptionRename["list"], from: current, to };
        editor.perform("renameOption", wanted, { label: stepWords.steps.renameValue });
      }}
    />
  );
}
