import { notifyManager, useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { changedElsewhere } from "../../../strings/en/dashboard/editing.ts";
import { PlainError } from "../../../ui/plainError.ts";
import {
  bodyOf,
  conflictsOf,
  type Edits,
  edited,
  isEdited,
  keepMine,
  leftAfter,
  takeTheirs,
  withEdits,
} from "./edits.ts";

interface Options<T, Saved> {
  /** the stored fields when they were last read */
  stored: T;
  /** Reads the stored fields again. They become `stored`. */
  read(): Promise<T>;
  /** `changes` are the edited fields of `values` */
  save(changes: Partial<T>, values: T): Promise<Saved>;
  fieldsOf(saved: Saved): T;
  /** `left` are the edits made during the save */
  onSaved(saved: Saved, left: Partial<T>): void;
}

export type Editing<T> = ReturnType<typeof useEdits<T & object, unknown>>;

/** Edits fields that are saved together. Changes made elsewhere are never overwritten without asking. */
export function useEdits<T extends object, Saved>({ stored, read, save, fieldsOf, onSaved }: Options<T, Saved>) {
  const [edits, setEdits] = useState<Edits<T>>({});
  const latest = useRef(edits);
  latest.current = edits;
  const saving = useMutation({
    mutationFn: async () => {
      const now = await read();
      if (conflictsOf(edits, now).length > 0) throw new PlainError(changedElsewhere);
      return { saved: await save(bodyOf(edits), withEdits(now, edits)), sent: edits };
    },
    onSuccess: ({ saved, sent }) => {
      const left = () => leftAfter(latest.current, sent, fieldsOf(saved));
      onSaved(saved, bodyOf(left()));
      // with the saved fields: the query has them a moment later, and the fields would show the old values until then
      notifyManager.schedule(() => setEdits(left()));
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
