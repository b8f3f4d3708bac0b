import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import type { FormListItem } from "../../../../shared/api/shapes/forms.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { Icon } from "../../ui/icon.tsx";
import { formChoicesQuery } from "../api/queries/forms.ts";
import styles from "./formPicker.module.css";

export type ChosenForm = Pick<FormListItem, "id" | "title">;

interface Props {
  label: string;
  chosen: readonly ChosenForm[];
  onAdd: (form: ChosenForm) => void;
}

/** Finds forms by title and adds one. The service searches. */
export function FormPicker({ label, chosen, onAdd }: Props) {
  const [typed, setTyped] = useState("");
  // a new field for the next form: this one would open its list again
  const [added, setAdded] = useState(0);
  // forms are read when the field is used first
  const [isUsed, setUsed] = useState(false);
  const { data = [] } = useQuery({ ...formChoicesQuery(typed.trim()), enabled: isUsed });
  const items = data.filter(({ id }) => !chosen.some((form) => form.id === id));
  return (
    <ComboBox
      key={added}
      autoFocus={added > 0}
      items={items}
      onFocus={() => setUsed(true)}
      inputValue={typed}
      onInputChange={setTyped}
      value={null}
      onChange={(id) => {
        const form = items.find((one) => one.id === id);
        if (!form) return;
        onAdd({ id: form.id, title: form.title });
        setTyped("");
        setAdded(added + 1);
      }}
      defaultFilter={() => true}
      allowsEmptyCollection
      className={styles.field as string}
    >
      <Label className={styles.label as string}>{label}</Label>
      <div className={styles.box}>
        <Icon name="search" />
        <Input className={styles.input as string} placeholder={words.addForm} />
        <Button className={styles.open as string} aria-label={words.showForms}>
          <Icon name="chevron-down" />
        </Button>
      </div>
      <Popover className={styles.popover as string}>
        <ListBox<FormListItem> renderEmptyState={() => <p className={styles.none}>{words.noForms}</p>}>
          {(form) => (
            <ListBoxItem id={form.id} textValue={form.title} className={styles.item as string}>
              <bdi>{form.title}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

interface ChosenProps {
  label: string;
  hint: string;
  forms: readonly ChosenForm[];
  onChange: (forms: readonly ChosenForm[]) => void;
}

/** A choice of several forms. */
export const ChosenForms = ({ label, hint, forms, onChange }: ChosenProps) => (
  <div className={styles.field}>
    <FormPicker label={label} chosen={forms} onAdd={(form) => onChange([...forms, form])} />
    {forms.length > 0 && (
      <ul className={styles.chosen} aria-label={label}>
        {forms.map(({ id, title }) => (
          <li key={id}>
            <bdi>{title}</bdi>
            <button
              type="button"
              className={styles.remove}
              aria-label={words.removeForm(title)}
              onClick={() => onChange(forms.filter((form) => form.id !== id))}
            >
              <Icon name="x" size={14} />
            </button>
          </li>
        ))}
      </ul>
    )}
    <p className={styles.hint}>{hint}</p>
  </div>
);
