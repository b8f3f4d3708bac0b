import { createContext, useContext } from "react";
import * as words from "../../strings/en/dashboard/fields.ts";
import { Select } from "../select.tsx";
import type { FieldProps } from "./field.ts";
import { Labelled } from "./labelled.tsx";
import { PairsField } from "./pairsField.tsx";

/** A question with its title. */
export interface NamedNode {
  id: string;
  name: string;
}

/** Questions that the fields can name. If there are none, IDs are typed. */
export const NodesContext = createContext<readonly NamedNode[]>([]);

/** Chooses a node of a form. */
export function NodeField({ field, value, onChange, problems }: FieldProps) {
  return (
    <Labelled label={field.label} description={field.description} problems={problems}>
      {(attributes) => (
        <NodeInput attributes={attributes} id={String(value ?? "")} onChange={(id) => onChange(id || undefined)} />
      )}
    </Labelled>
  );
}

/** Names in the receiver's system, each with the node whose answer it gets. */
export const NodeMapField = (props: FieldProps) => (
  <PairsField
    {...props}
    valueTitle={words.question}
    valueInput={({ label, value, onChange }) => (
      <NodeInput attributes={{ "aria-label": label }} id={value} onChange={onChange} />
    )}
  />
);

interface NodeInputProps {
  attributes: { id?: string; "aria-label"?: string };
  id: string;
  onChange(id: string): void;
}

function NodeInput({ attributes, id, onChange }: NodeInputProps) {
  const nodes = useContext(NodesContext);
  if (nodes.length === 0)
    return <input {...attributes} type="text" value={id} onChange={({ target }) => onChange(target.value.trim())} />;
  return (
    <Select
      {...attributes}
      value={id}
      options={[["", words.chooseValue], ...nodes.map((node): [string, string] => [node.id, node.name])]}
      missing={id}
      onChange={onChange}
    />
  );
}
