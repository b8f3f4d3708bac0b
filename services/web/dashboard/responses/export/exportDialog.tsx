import { useState } from "react";
import { cancel, close } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/responses.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import type { ResponsesList } from "../../api/queries/responses.ts";
import { linkInWorkspace } from "../../api/workspace.ts";
import { isFiltered, type SessionFilters } from "../../form/sessionFilters.ts";
import { useFormCan } from "../../form/useFormCan.ts";
import styles from "../responses.module.css";
import { defaultOptions, type ExportOptions, exportPath, hasRows, rowsOf } from "./exportOptions.ts";
import { exportLimitBytes, type Progress } from "./readExport.ts";
import { type ExportState, useExport } from "./useExport.ts";

interface Props {
  slug: string;
  filters: SessionFilters;
  /** the matching responses */
  list: Pick<ResponsesList, "count" | "count_is_exact">;
  /** answers can earn points */
  isScored: boolean;
  /** questions whose rows can be exported */
  records: readonly RecordsQuestion[];
  onClose(): void;
}

export interface RecordsQuestion {
  id: string;
  title: string;
}

/** Escape cancels a running export, and otherwise closes the dialog. */
export function ExportDialog({ slug, filters, list, isScored, records, onClose }: Props) {
  const isMore = list.count_is_exact === false;
  const [options, setOptions] = useState(defaultOptions);
  const readsAll = useFormCan(slug)("responses:read");
  const { state, start, stop } = useExport();
  const path = linkInWorkspace(exportPath(slug, filters, options));
  const isRunning = state.phase === "running";
  return (
    <Dialog title={words.exportTitle} guide="export" onClose={isRunning ? stop : onClose}>
      <p>{words.which(list.count, isFiltered(filters), isMore)}</p>
      {isRunning ? (
        <Running progress={state.progress} count={isMore ? null : list.count} />
      ) : (
        <Options
          options={options}
          isScored={isScored}
          records={records}
          readsAll={readsAll}
          onChange={(change) => setOptions({ ...options, ...change })}
        />
      )}
      <Outcome state={state} />
      <DialogFooter>
        {isRunning ? (
          <Button autoFocus look="danger" onPress={stop}>
            {words.stop}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{state.phase === "choosing" ? cancel : close}</Button>
            {state.phase === "too_large" ? (
              <a className={buttonClass("primary")} href={path} download>
                {words.downloadDirectly}
              </a>
            ) : (
              <Button autoFocus look="primary" onPress={() => void start(path, options)}>
                {state.phase === "choosing" ? words.exportNow : words.exportAgain}
              </Button>
            )}
          </>
        )}
      </DialogFooter>
    </Dialog>
  );
}

/** Visible progress. Screen readers can read it, but it isn't announced for each chunk. */
function Running({ progress: { records, bytes }, count }: { progress: Progress; count: number | null }) {
  const of = count === null ? null : Math.max(count, records ?? 0);
  return (
    <div className={styles.progress}>
      <progress aria-label={words.exporting} value={(of !== null && records) || undefined} max={Math.max(1, of ?? 1)} />
      <p>{words.progress(records, of, bytes)}</p>
    </div>
  );
}

function Outcome({ state }: { state: ExportState }) {
  if (state.phase === "stopped") return <Notice kind="warning">{words.stopped(state.progress.records)}</Notice>;
  if (state.phase === "too_large") return <Notice kind="warning">{words.tooLarge(exportLimitBytes)}</Notice>;
  if (state.phase === "failed") {
    return <Notice kind="danger">{words.brokeOff(state.progress.records, problemText(state.error))}</Notice>;
  }
  if (state.phase !== "saved") return null;
  const { name, records, bytes } = state.file;
  return <Notice kind="good">{words.saved(name, records, bytes)}</Notice>;
}

const { zip: _, ...withoutArchive } = words.formats;

function Options({
  options,
  isScored,
  records,
  readsAll,
  onChange,
}: Pick<Props, "isScored" | "records"> & {
  options: ExportOptions;
  /** with personal data and files */
  readsAll: boolean;
  onChange: (change: Partial<ExportOptions>) => void;
}) {
  const isOfResponses = rowsOf(options) === null;
  return (
    <>
      <SelectField
        label={words.format}
        value={options.format}
        options={(readsAll ? words.formats : withoutArchive) as typeof words.formats}
        onChange={(format) => onChange({ format })}
      />
      {readsAll ? (
        <Checkbox
          label={words.withoutPersonal}
          isChecked={options.omitsPersonal}
          onChange={(omitsPersonal) => onChange({ omitsPersonal })}
        />
      ) : (
        <p>{words.neverPersonal}</p>
      )}
      {options.format !== "json" && (
        <>
          <SelectField
            label={words.values}
            value={options.values}
            options={words.valueKinds}
            onChange={(values) => onChange({ values })}
          />
          {hasRows(options.format) && records.length > 0 && (
            <SelectField
              label={words.rowFor}
              value={options.rowsOf ?? ""}
              options={rowChoices(records)}
              onChange={(id) => onChange({ rowsOf: id || null })}
            />
          )}
          {isScored && isOfResponses && (
            <Checkbox
              label={words.withScores}
              isChecked={options.hasScores}
              onChange={(hasScores) => onChange({ hasScores })}
            />
          )}
          {isOfResponses && (
            <Checkbox
              label={words.withAnnotations}
              isChecked={options.hasAnnotations}
              onChange={(hasAnnotations) => onChange({ hasAnnotations })}
            />
          )}
          {(options.format === "csv" || options.format === "zip") && (
            <Checkbox label={words.withBom} isChecked={options.hasBom} onChange={(hasBom) => onChange({ hasBom })} />
          )}
        </>
      )}
    </>
  );
}

const rowChoices = (records: readonly RecordsQuestion[]): [id: string, label: string][] => [
  ["", words.eachResponse],
  ...records.map(({ id, title }): [string, string] => [id, words.eachRow(title)]),
];
