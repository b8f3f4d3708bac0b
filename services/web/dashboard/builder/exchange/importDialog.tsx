import { type ChangeEvent, useId, useState } from "react";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/imports.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { Changes } from "../changes/changes.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import styles from "./exchange.module.css";
import { type ReadGraph, readGraph } from "./graphText.ts";

const errorsShown = 20;

/** Imports a form from JSON. Shows its errors, or what it would change, before it replaces the form. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  const graph = useGraph();
  const announce = useAnnounce();
  const fileId = useId();
  const [text, setText] = useState("");
  const [read, setRead] = useState<ReadGraph | null>(null);
  const look = (next: string) => {
    setText(next);
    setRead(next.trim() === "" ? null : readGraph(next));
  };
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file) look(await file.text());
  };
  const take = () => {
    if (!read?.ok) return;
    editor.settle();
    editor.perform("replace", { graph: read.graph }, { label: steps.import });
    announce(words.imported);
    onClose();
  };
  return (
    <Dialog title={words.importTitle} onClose={onClose}>
      <p>{words.importText}</p>
      <div className={styles.file}>
        <label htmlFor={fileId}>{words.file}</label>
        <input id={fileId} type="file" accept="application/json,.json" onChange={(event) => void open(event)} />
      </div>
      <TextField label={words.json} description={words.jsonHelp} rows={6} value={text} onChange={look} />
      {read?.ok === false && (
        <section role="alert">
          <h3>{words.errorsTitle(read.errors.length)}</h3>
          <ul className={styles.errors}>
            {read.errors.slice(0, errorsShown).map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
          {read.errors.length > errorsShown && <p>{words.moreErrors(read.errors.length - errorsShown)}</p>}
        </section>
      )}
      {read?.ok && <Changes from={graph} to={read.graph} title={words.changes} none={words.noChanges} />}
      <ButtonRow>
        <Button look="primary" isDisabled={!read?.ok} onPress={take}>
          {words.takeOver}
        </Button>
        <Button onPress={onClose}>{words.cancel}</Button>
      </ButtonRow>
    </Dialog>
  );
}
