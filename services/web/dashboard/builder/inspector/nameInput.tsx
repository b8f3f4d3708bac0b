import { useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import type { FieldProblem } from "../../../ui/fields/field.ts";
import { Labelled } from "../../../ui/fields/labelled.tsx";
import { nameFault } from "../model/rename.ts";

interface Props {
  label: string;
  description?: string | null;
  name: string;
  /** names in use */
  taken: { has(name: string): boolean };
  /** problems of the current name */
  problems?: readonly FieldProblem[];
  onRename(name: string): void;
}

/** Renames when the field is left. An invalid name stays in the field with its problem. Escape restores the old name. */
export function NameInput({ label, description = null, name, taken, problems = [], onRename }: Props) {
  const [text, setText] = useState<string | null>(null);
  const fault = text === null || text === name ? null : nameFault(text, taken);
  const rename = () => {
    if (fault !== null) return;
    if (text !== null && text !== name) onRename(text);
    setText(null);
  };
  return (
    <Labelled
      label={label}
      description={description}
      problems={fault === null ? problems : [fault === "taken" ? words.idTaken : words.notAnId]}
    >
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          value={text ?? name}
          onChange={({ target }) => setText(target.value)}
          onBlur={rename}
          onKeyDown={({ key }) => {
            if (key === "Enter") rename();
            if (key === "Escape") setText(null);
          }}
        />
      )}
    </Labelled>
  );
}
