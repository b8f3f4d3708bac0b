import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useId, useState } from "react";
import { normalizeGraph } from "../../../../../shared/domain/graph/normalizeGraph.ts";
import type { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/imports.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { dataOf } from "../../api/dataOf.ts";
import { api } from "../../api/service.ts";
import { ImportReport } from "../../importing/importReport.tsx";
import { Changes } from "../changes/changes.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { withEdgeIds } from "../model/ids.ts";
import styles from "./exchange.module.css";
import { type ReadGraph, readGraph } from "./graphText.ts";

const errorsShown = 20;

/**
 * Imports a form. Pathform's JSON is read here, also offline. Forms of other tools are converted by the service. Shows errors, or
 * what it would change, before it replaces the form.
 */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const graph = useGraph();
  const fileId = useId();
  const { text, read, source, convert, open, change, take } = useImport(onClose);
  return (
    <Dialog title={words.importTitle} guide="import" onClose={onClose}>
      <p>{words.importText}</p>
      <div className={styles.file}>
        <label htmlFor={fileId}>{words.file}</label>
        <input
          id={fileId}
          type="file"
          accept=".json,.xlsx,.csv,.xls,.lss,.qsf,application/json"
          onChange={(event) => void open(event)}
        />
      </div>
      <TextField label={words.json} description={words.jsonHelp} rows={6} value={text} onChange={change} />
      {source && !convert.data && (
        <>
          <p>{words.otherTool}</p>
          <ButtonRow>
            <Button isPending={convert.isPending} onPress={() => convert.mutate(source)}>
              {words.convert}
            </Button>
          </ButtonRow>
        </>
      )}
      {convert.error && <Notice kind="danger">{problemText(convert.error)}</Notice>}
      {convert.data && <ImportReport result={convert.data} />}
      {read?.ok === false && !source && <Errors errors={read.errors} />}
      {read?.ok && <Changes from={graph} to={read.graph} title={words.changes} none={words.noChanges} />}
      <DialogFooter>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button look="primary" isDisabled={!read?.ok} onPress={take}>
          {words.takeOver}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The document so far: its text or file, and what was read or converted from it. */
function useImport(onClose: () => void) {
  const editor = useEditor();
  const announce = useAnnounce();
  const [text, setText] = useState("");
  const [read, setRead] = useState<ReadGraph | null>(null);
  const [source, setSource] = useState<File | null>(null);
  const convert = useMutation({
    mutationFn: (from: File) => dataOf(api.post("/api/v2/import/", { file: from })),
    onSuccess: (result) => setRead({ ok: true, graph: withEdgeIds(normalizeGraph(result.graph as SubmittedGraph)) }),
  });
  const look = (next: string, file = new File([next], "form.txt")) => {
    const found = next.trim() === "" ? null : readGraph(next);
    convert.reset();
    setRead(found);
    setSource(found?.ok === false && found.isForeign ? file : null);
  };
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (!file) return;
    setText("");
    look(await file.text(), file);
  };
  const change = (next: string) => {
    setText(next);
    look(next);
  };
  const take = () => {
    if (!read?.ok) return;
    editor.settle();
    editor.perform("replace", { graph: read.graph }, { label: steps.import });
    announce(words.imported);
    onClose();
  };
  return { text, read, source, convert, open, change, take };
}

const Errors = ({ errors }: { errors: readonly string[] }) => (
  <section role="alert">
    <h3>{words.errorsTitle(errors.length)}</h3>
    <ul className={styles.errors}>
      {errors.slice(0, errorsShown).map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
    {errors.length > errorsShown && <p>{words.moreErrors(errors.length - errorsShown)}</p>}
  </section>
);
