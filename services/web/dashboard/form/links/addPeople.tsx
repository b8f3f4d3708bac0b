import { useMemo, useRef, useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
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
import { EncodingChoice } from "./encodingChoice.tsx";
import { Faults } from "./faults.tsx";
import styles from "./links.module.css";
import { cellQuestionsOf } from "./prefillCells.ts";
import { useChecks } from "./useChecks.ts";
import { useCreateLinks } from "./useCreateLinks.ts";
import { useKnown } from "./useKnown.ts";
import { usePeople } from "./usePeople.ts";

/** Makes links from a pasted list or a CSV. */
export function AddPeople({ form, onClose }: { form: FormDetail; onClose: () => void }) {
  const published = useKnown(form);
  const canCheck = useChecks(published.nodes);
  const known = useMemo(
    () => ({ ...published, questions: canCheck ? cellQuestionsOf(published.nodes) : [] }),
    [published, canCheck],
  );
  const { text, file, table, problem, people, isAsking, ...given } = usePeople(known);
  const [terms, setTerms] = useState<Terms>({ perLink: "1", expiry: "" });
  const creating = useCreateLinks(form.slug, onClose);
  const submit = () => creating.create(people.links.map((link) => ({ ...link, ...termsOf(terms) })));
  return (
    <Dialog
      title={words.addTitle}
      isWide="less"
      onClose={onClose}
      actions={<FileButton label={file ? words.chooseOther : words.chooseFile} onChosen={given.takeFile} />}
    >
      {file ? (
        <p className={mutedClass}>
          {problem === null && !isAsking ? words.fileRows(file.name, table.rows.length) : file.name}
        </p>
      ) : (
        <TextField
          label={words.paste}
          description={words.pasteHint}
          placeholder={words.pasteExample}
          rows={6}
          value={text}
          onChange={given.type}
        />
      )}
      {file && file.encodings.length > 0 && (
        <EncodingChoice encodings={file.encodings} value={file.encoding} onChange={given.decode} />
      )}
      {problem !== null && <Notice kind="danger">{problem}</Notice>}
      {problem === null && table.columns.length > 1 && (
        <Columns columns={table.columns} known={known} onChange={given.choose} />
      )}
      {people.faults.length + given.corrected.size > 0 && (
        <Faults table={table} people={people} corrected={given.corrected} onCorrect={given.correct} />
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

function FileButton({ label, onChosen }: { label: string; onChosen: (name: string, bytes: ArrayBuffer) => void }) {
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
          if (file) onChosen(file.name, await file.arrayBuffer());
        }}
      />
    </>
  );
}
