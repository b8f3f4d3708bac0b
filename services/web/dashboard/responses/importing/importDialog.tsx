import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { CheckedImport, ResponseImport } from "../../../../../shared/api/shapes/responseImports.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { cancel, close } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/importResponses.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Figures } from "../../../ui/figures.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { plainVersionQuery } from "../../api/queries/plainVersions.ts";
import { ImportColumns } from "./importColumns.tsx";
import styles from "./importing.module.css";
import { RefusedParts } from "./refusedParts.tsx";
import { type DateOrder, type Given, isOver, useImport } from "./useImport.ts";

/** Imports responses from a file (wants §25). */
export function ImportDialog({ form, onClose }: { form: FormDetail; onClose: () => void }) {
  const room = useImport(form.slug);
  const { file, check, starting, asks } = room;
  const checked = file && !check.error ? check.data : undefined;
  return (
    <Dialog
      title={words.title}
      guide="importResponses"
      isWide="less"
      onClose={onClose}
      actions={!room.isRunning && <FileButton isFirst={!file} onChosen={room.choose} />}
    >
      {room.isRunning ? (
        <Running running={room.import} />
      ) : (
        <>
          <p className={file ? mutedClass : undefined}>{file ? file.name : words.intro}</p>
          {file && (asks.zone || room.given.zone !== undefined) && <Zone given={room.given} onSay={room.say} />}
          {file && (asks.encoding || room.given.encoding !== undefined) && (
            <Encoding given={room.given} onSay={room.say} />
          )}
          {file && (asks.dateOrder || room.given.date_order !== undefined) && (
            <Order given={room.given} onSay={room.say} />
          )}
          {check.isFetching && !checked && <p role="status">{words.reading}</p>}
          {check.error && !asks.zone && !asks.encoding && <Notice kind="danger">{problemText(check.error)}</Notice>}
          {checked && <Checked form={form} checked={checked} given={room.given} onSay={room.say} />}
          {starting.error && <Notice kind="danger">{problemText(starting.error)}</Notice>}
        </>
      )}
      <DialogFooter>
        <Button onPress={onClose}>{room.isRunning ? close : cancel}</Button>
        {room.import && room.import.status !== "erasing" && !isOver(room.import) && (
          <Button look="danger" isPending={room.stopping.isPending} onPress={() => room.stopping.mutate()}>
            {words.stop}
          </Button>
        )}
        {!room.isRunning && (
          <Button
            look="primary"
            isPending={starting.isPending}
            isDisabled={!checked || check.isFetching || checked.fits === 0}
            onPress={() => starting.mutate()}
          >
            {checked && checked.checked === checked.rows ? words.start(checked.fits) : words.startAll}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function Checked({
  form,
  checked,
  given,
  onSay,
}: {
  form: FormDetail;
  checked: CheckedImport;
  given: Given;
  onSay: (more: Partial<Given>) => void;
}) {
  const { data: version } = useQuery(plainVersionQuery(form.slug, form.published_version ?? 1));
  const { source, rows, checked: walked, incomplete_count } = checked;
  const isOfOther = walked === 0 && rows > 0;
  return (
    <>
      <p role="status" className={styles.summary}>
        <strong>{words.sources[source]}</strong> {words.summary(checked)}
      </p>
      {isOfOther && <Notice kind="warning">{words.noFit}</Notice>}
      {!isOfOther && walked < rows && <p className={mutedClass}>{words.firstChecked(walked)}</p>}
      {incomplete_count > 0 && <p className={mutedClass}>{words.incompleteText}</p>}
      {version && (
        <ImportColumns
          columns={checked.columns}
          graph={version.graph as Graph}
          given={given.columns}
          onChange={(columns) => onSay({ columns })}
        />
      )}
      <RefusedParts {...checked} />
    </>
  );
}

/** Progress, then what became of the file. */
function Running({ running }: { running: ResponseImport | null }) {
  if (running?.status === "erasing") return <p role="status">{words.erasing}</p>;
  if (!running || !isOver(running)) {
    const done = running ? running.stored + running.skipped + running.refused_rows : 0;
    const all = running?.rows ?? null;
    return (
      <div className={styles.progress}>
        <progress aria-label={words.title} value={all === null ? undefined : done} max={Math.max(1, all ?? 1)} />
        <p>{words.progress(done, all)}</p>
        <p className={mutedClass}>{words.goesOn}</p>
      </div>
    );
  }
  const { stored, skipped, refused_rows, incomplete_count } = running;
  const shown = { stored, skipped, refused_rows, incomplete_count };
  return (
    <>
      <div role="status">
        {running.status === "cancelled" ? (
          <Notice kind="warning">{words.stopped}</Notice>
        ) : (
          <Notice kind="good">{words.done(stored)}</Notice>
        )}
      </div>
      <Figures figures={Object.entries(shown).map(([name, value]) => [words.doneFigures[name as "stored"], value])} />
      <RefusedParts {...running} />
    </>
  );
}

interface Asked {
  given: Given;
  onSay: (more: Partial<Given>) => void;
}

const zones = Intl.supportedValuesOf("timeZone");
/** of most files */
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const firstZones = ["", ownZone, "UTC"];

function Zone({ given, onSay }: Asked) {
  const others = zones.filter((zone) => !firstZones.includes(zone));
  return (
    <SelectField
      label={words.zone}
      description={words.zoneText}
      value={given.zone ?? ""}
      options={[...firstZones, ...others].map((zone): [string, string] => [zone, zone.replaceAll("_", " ") || "–"])}
      onChange={(zone) => zone !== "" && onSay({ zone })}
    />
  );
}

/** Encodings that spreadsheets write. */
const encodings = ["windows-1252", "windows-1250", "windows-1251", "shift_jis", "gb18030", "euc-kr", "big5"];

function Encoding({ given, onSay }: Asked) {
  return (
    <SelectField
      label={words.encoding}
      value={given.encoding ?? ""}
      options={[["", "–"], ...encodings.map((one): [string, string] => [one, one])]}
      onChange={(encoding) => encoding !== "" && onSay({ encoding })}
    />
  );
}

const orders = Object.entries(words.dateOrders) as [DateOrder, string][];

/** The order of dates that no cell of their column decides, asked once for the file. */
function Order({ given, onSay }: Asked) {
  return (
    <SelectField
      label={words.dateOrder}
      description={words.dateOrderText}
      value={given.date_order ?? ""}
      options={[["", "–"], ...orders]}
      onChange={(order) => order !== "" && onSay({ date_order: order as DateOrder })}
    />
  );
}

function FileButton({ isFirst, onChosen }: { isFirst: boolean; onChosen: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        icon="file-text"
        {...(isFirst && { look: "primary" as const, autoFocus: true })}
        onPress={() => input.current?.click()}
      >
        {isFirst ? words.chooseFile : words.chooseOther}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) onChosen(file);
        }}
      />
    </>
  );
}
