import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FormListItem } from "../../../../../shared/api/shapes/forms.ts";
import { labelKey, labelLength, labelLimit } from "../../../../../shared/domain/labels.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/labels.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formsKey, labelsQuery, updateForm } from "../../api/queries/forms.ts";
import { changedForms, formWithTooMany, partOf } from "./labelChanges.ts";
import { LabelChip } from "./labelChip.tsx";
import styles from "./labels.module.css";

interface Props {
  forms: readonly FormListItem[];
  onClose: () => void;
}

/**
 * Adds and removes labels of forms. A label that only some of the forms have stays as it is until it is pressed.
 */
export function LabelsDialog({ forms, onClose }: Props) {
  const { labels, part, set, create, crowded, save } = useLabels(forms, onClose);
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const shown = labels.filter((label) => labelKey(label).includes(labelKey(name)));
  const isNew = name !== "" && !labels.some((label) => labelKey(label) === labelKey(name));
  const createTyped = () => {
    create(name);
    setTyped("");
  };
  const enter = () => {
    const [only, ...others] = shown;
    if (isNew) createTyped();
    else if (name !== "" && only && others.length === 0) set(only, part(only) !== "all");
  };
  return (
    <Dialog title={words.dialogTitle(forms.map(({ title }) => title))} onClose={onClose}>
      <TextField
        label={words.find}
        type="search"
        maxLength={labelLength}
        value={typed}
        onChange={setTyped}
        autoFocus
        onKeyDown={({ key }) => key === "Enter" && enter()}
      />
      {isNew && (
        <div>
          <Button size="small" icon="plus" onPress={createTyped}>
            {words.create(name)}
          </Button>
        </div>
      )}
      {labels.length === 0 && <p className={mutedClass}>{words.none}</p>}
      <Choices labels={shown} part={part} onChange={set} />
      {crowded && <Notice kind="danger">{words.tooMany(crowded.title, labelLimit)}</Notice>}
      {save.error && <Notice kind="danger">{problemText(save.error)}</Notice>}
      <DialogFooter>
        <Button onPress={onClose}>{cancel}</Button>
        <Button
          look="primary"
          isPending={save.isPending}
          isDisabled={crowded !== undefined}
          onPress={() => save.mutate()}
        >
          {words.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface ChoicesProps {
  labels: readonly string[];
  part: (label: string) => "all" | "some" | "none";
  onChange: (label: string, isOn: boolean) => void;
}

const Choices = ({ labels, part, onChange }: ChoicesProps) => (
  <ul className={styles.choices} aria-label={words.title}>
    {labels.map((label) => (
      <li key={label}>
        <Checkbox
          label={<LabelChip label={label} />}
          isChecked={part(label) === "all"}
          isPartly={part(label) === "some"}
          onChange={(isOn) => onChange(label, isOn)}
        />
      </li>
    ))}
  </ul>
);

/** The labels to choose from, what was changed, and how it is stored. */
function useLabels(forms: readonly FormListItem[], onSaved: () => void) {
  const { data: known = [] } = useQuery(labelsQuery);
  const [created, setCreated] = useState<readonly string[]>([]);
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const queryClient = useQueryClient();
  const labels = unique([...created, ...forms.flatMap((form) => form.labels), ...known.map(({ label }) => label)]);
  const set = (label: string, isOn: boolean) => setChanges(new Map([...changes, [labelKey(label), isOn]]));
  const save = useMutation({
    async mutationFn() {
      const changed = changedForms(forms, changes, labels);
      for (const { slug, labels: next } of changed) await updateForm(slug, { labels: next });
      return changed.length;
    },
    onSuccess: (count) => {
      if (count > 0) tell(words.saved(count));
      onSaved();
    },
    // some may be saved
    onSettled: () => queryClient.invalidateQueries({ queryKey: formsKey }),
  });
  return {
    labels,
    save,
    set,
    create(name: string) {
      setCreated([name, ...created]);
      set(name, true);
    },
    part: (label: string) => partOf(forms, changes, label),
    crowded: formWithTooMany(forms, changes, labels),
  };
}

/** Spellings that are the same to a form. The first one stays. */
const unique = (labels: readonly string[]): string[] =>
  [...new Map(labels.toReversed().map((label) => [labelKey(label), label])).values()].toSorted((a, b) =>
    a.localeCompare(b),
  );
