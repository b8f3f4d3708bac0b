import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PlainError } from "../../../parts/plainError.ts";
import { changedElsewhere } from "../../../strings/en/dashboard/editing.ts";
import { bodyOf, conflictsOf, type Edits, edited, isEdited, keepMine, takeTheirs, withEdits } from "./edits.ts";

interface Options<T, Saved> {
  /** as the service had it when it was last asked */
  stored: T;
  /** Asks it again; what it gives becomes `stored`. */
  read(): Promise<T>;
  /** `changes`: the edited fields alone, of `values` */
  save(changes: Partial<T>, values: T): Promise<Saved>;
  onSaved(saved: Saved): void;
}

export type Editing<T> = ReturnType<typeof useEdits<T & object, unknown>>;

/** Fields that are saved together, by a button. What somebody else has changed meanwhile is never overwritten unasked. */
export function useEdits<T extends object, Saved>({ stored, read, save, onSaved }: Options<T, Saved>) {
  const [edits, setEdits] = useState<Edits<T>>({});
  const saving = useMutation({
    mutationFn: async () => {
      const now = await read();
      if (conflictsOf(edits, now).length > 0) throw new PlainError(changedElsewhere);
      return save(bodyOf(edits), withEdits(now, edits));
    },
    onSuccess: (saved) => {
      setEdits({});
      onSaved(saved);
    },
  });
  const change = (next: Edits<T>) => {
    setEdits(next);
    if (saving.error instanceof PlainError) saving.reset();
  };
  return {
    stored,
    values: withEdits(stored, edits),
    isEdited: isEdited(edits),
    conflicts: conflictsOf(edits, stored),
    saving,
    set: <K extends keyof T>(field: K, value: T[K]) => setEdits((before) => edited(before, stored, field, value)),
    discard: () => {
      setEdits({});
      saving.reset();
    },
    keepMine: () => change(keepMine(edits, stored)),
    takeTheirs: () => change(takeTheirs(edits, stored)),
  };
}
