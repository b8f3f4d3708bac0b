import { useMemo, useRef, useState } from "react";
import type { FormDetail } from "../../../../../shared/domain/shapes/forms.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { Button } from "../../../ui/button.tsx";
import { DateField } from "../../../ui/dateField.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { Columns } from "./columnChoice.tsx";
import { decoded, isBinary } from "./csv.ts";
import { Faults } from "./faults.tsx";
import styles from "./links.module.css";
import { type Known, peopleIn, type Table, tableOf } from "./peopleRows.ts";
import { cellQuestionsOf } from "./prefillCells.ts";
import { useChecks } from "./useChecks.ts";
import { useCreateLinks } from "./useCreateLinks.ts";
import { useKnown } from "./useKnown.ts";

/** Makes links from a pasted list or a CSV. */
export function AddPeople({ form, onClose }: { form: FormDetail; onClose: () => void }) {
  const published = useKnown(form);
  const canCheck = useChecks(published.nodes);
  const known = useMemo(
    () => ({ ...published, questions: canCheck ? cellQuestionsOf(published.nodes) : [] }),
    [published, canCheck],
  );
  const { text, file, table, problem, people, take, choose, corrected, correct } = usePeople(known);
  const [terms, setTerms] = useState<Terms>({ perLink: "1", expiry: "" });
  const creating = useCreateLinks(form.slug, onClose);
  const submit = () => creating.create(people.links.map((link) => ({ ...link, ...termsOf(terms) })));
  return (
    <Dialog
      title={words.addTitle}
      isWide="less"
      onClose={onClose}
      actions={<FileButton label={file ? words.chooseOther : words.chooseFile} onChosen={take} />}
    >
      {file ? (
        <p className={mutedClass}>{problem === null ? words.fileRows(file, table.rows.length) : file}</p>
      ) : (
        <TextField
          label={words.paste}
          description={words.pasteHint}
          rows={6}
          value={text}
          onChange={(next) => take(next, null)}
        />
      )}
      {problem !== null && <Notice kind="danger">{problem}</Notice>}
      {problem === null && table.columns.length > 1 && (
        <Columns columns={table.columns} known={known} onChange={choose} />
      )}
      {people.faults.length + corrected.size > 0 && (
        <Faults table={table} people={people} corrected={corrected} onCorrect={correct} />
      )}
      <TermsFields terms={terms} onChange={setTerms} />
      {creating.error && (
        <Notice kind="danger">
          {creating.done > 0 && `${words.stopped(creating.done)} `}
          {problemText(creating.error)}
        </Notice>
      )}
      <DialogFooter aside={<span role="status">{statusOf(creating, people.faults.length > 0)}</span>}>
        <Button onPress={onClose}>{cancel}</Button>
        <Button
          look="primary"
          isPending={creating.isPending}
          // before the form is known, columns would be left out
          isDisabled={published.isLoading || !canCheck || people.links.length === 0 || !isPlaces(terms.perLink)}
          onPress={submit}
        >
          {words.create(people.links.length)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The text or file of the owner, what its columns are, and the people in it with the owner's corrections. */
function usePeople(known: Known) {
  const [text, setText] = useState("");
  const [file, setFile] = useState<string | null>(null);
  const [uses, choose] = useState<Table["columns"] | null>(null);
  const [corrected, setCorrected] = useState<ReadonlyMap<string, string>>(new Map());
  const read = useMemo(() => tableOf(text, known), [text, known]);
  const table = uses ? { ...read, columns: uses } : read;
  const problem = problemOf(text, file, table);
  const found = useMemo(() => peopleIn(table, known, corrected), [table, known, corrected]);
  const people = problem === null ? found : { links: [], faults: [] };
  const take = (next: string, name: string | null) => {
    setText(next);
    setFile(name);
    choose(null);
    setCorrected(new Map());
  };
  const correct = (cell: string, value: string) => setCorrected((before) => new Map(before).set(cell, value));
  return { text, file, table, problem, people, take, choose, corrected, correct };
}

/** Returns why no row can be read as meant. */
function problemOf(text: string, file: string | null, { rows, unclosed }: Table): string | null {
  if (file !== null && isBinary(text)) return words.notCsv;
  if (file !== null && rows.length === 0) return words.noRows;
  return unclosed === null ? null : words.unclosed(unclosed);
}

function statusOf({ isPending, done, all }: ReturnType<typeof useCreateLinks>, hasFaults: boolean): string {
  if (isPending && all > 500) return words.creating(done, all);
  return hasFaults ? words.leftOut : words.nothingSent;
}

/** Limits of each link. */
interface Terms {
  perLink: string;
  /** a day, or empty */
  expiry: string;
}

const isPlaces = (text: string): boolean =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= 1_000_000;

const termsOf = ({ perLink, expiry }: Terms) => ({
  ...(Number(perLink) > 1 && { max_responses: Number(perLink) }),
  // the whole day, where the owner is
  ...(expiry !== "" && { expires_at: new Date(`${expiry}T23:59:59`).toISOString() }),
});

function TermsFields({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }) {
  const isNumber = isPlaces(terms.perLink);
  return (
    <div className={styles.options}>
      <TextField
        label={words.perLink}
        inputMode="numeric"
        value={terms.perLink}
        isInvalid={!isNumber}
        onChange={(perLink) => onChange({ ...terms, perLink })}
        {...(!isNumber && { description: words.needsNumber })}
      />
      <DateField
        label={words.expiry}
        value={terms.expiry}
        min={today()}
        onChange={(expiry) => onChange({ ...terms, expiry })}
      />
    </div>
  );
}

const today = (): string => new Date().toLocaleDateString("sv");

function FileButton({ label, onChosen }: { label: string; onChosen: (text: string, name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" icon="file-text" onPress={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) onChosen(decoded(await file.arrayBuffer()), file.name);
        }}
      />
    </>
  );
}
