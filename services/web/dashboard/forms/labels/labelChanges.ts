import type { FormListItem } from "../../../../../shared/api/shapes/forms.ts";
import { labelKey, labelLimit } from "../../../../../shared/domain/labels.ts";

type Form = Pick<FormListItem, "slug" | "title" | "labels">;
/** Labels by key that were turned on or off. Others stay as they are. */
type Changes = ReadonlyMap<string, boolean>;

/** Returns whether all, some or none of the forms have the label after the changes. */
export function partOf(forms: readonly Form[], changes: Changes, label: string): "all" | "some" | "none" {
  const change = changes.get(labelKey(label));
  if (change !== undefined) return change ? "all" : "none";
  const having = forms.filter((form) => has(form, label)).length;
  return having === 0 ? "none" : having === forms.length ? "all" : "some";
}

/** Returns the forms whose labels differ after the changes, with their new labels. `spelled`: how labels are written */
export function changedForms(forms: readonly Form[], changes: Changes, spelled: readonly string[]): Form[] {
  return forms.flatMap((form) => {
    const kept = form.labels.filter((label) => changes.get(labelKey(label)) !== false);
    const added = spelled.filter((label) => changes.get(labelKey(label)) === true && !has(form, label));
    return kept.length === form.labels.length && added.length === 0 ? [] : [{ ...form, labels: [...kept, ...added] }];
  });
}

/** Returns a form that would have more labels than it can. */
export const formWithTooMany = (forms: readonly Form[], changes: Changes, spelled: readonly string[]) =>
  changedForms(forms, changes, spelled).find(({ labels }) => labels.length > labelLimit);

const has = ({ labels }: Form, label: string): boolean => labels.some((one) => labelKey(one) === labelKey(label));
