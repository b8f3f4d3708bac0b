import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { referenceLimit } from "../../../../shared/domain/limits.ts";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/filters.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/dateField.tsx";
import { zoneName } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { SelectField } from "../../ui/selectField.tsx";
import { TextField } from "../../ui/textField.tsx";
import { versionsQuery } from "../api/queries/forms.ts";
import type { Days, SessionFilters } from "../form/sessionFilters.ts";
import { dayEnd, dayOf, dayStart } from "../url/days.ts";
import type { QuestionColumn } from "./columns.ts";

interface Props {
  filters: SessionFilters;
  onApply: (change: SessionFilters) => void;
  onClose: () => void;
}

/** Filters by the first and last day on which responses started. A bound stays as it is while its day isn't changed. */
export function DatesDialog({ filters, days = "local", onApply, onClose }: Props & { days?: Days }) {
  const { started_at_from: start, started_at_to: end } = filters;
  const [first, last] = [start && dayOf(start), end && dayOf(end)];
  const [from, setFrom] = useState(first ?? "");
  const [to, setTo] = useState(last ?? "");
  const startOn = (day: string) => (days === "utc" ? day : dayStart(day));
  const endOn = (day: string) => (days === "utc" ? day : dayEnd(day));
  const apply = () =>
    onApply({
      started_at_from: from === first ? start : from && startOn(from),
      started_at_to: to === last ? end : to && endOn(to),
    });
  return (
    <Dialog title={words.datesTitle} onClose={onClose}>
      <DateField label={words.from} value={from} max={to || undefined} onChange={setFrom} />
      <DateField label={words.to} value={to} min={from || undefined} onChange={setTo} />
      <p className={mutedClass}>{days === "utc" ? words.utcNote : words.zoneNote(zoneName())}</p>
      <Buttons onApply={apply} onClose={onClose} />
    </Dialog>
  );
}

export function VersionDialog({ slug, filters, onApply, onClose }: Props & { slug: string }) {
  const { data } = useQuery(versionsQuery(slug));
  const [version, setVersion] = useState(filters.version === undefined ? "" : `v${filters.version}`);
  const known = (data?.results ?? []).map(({ version_number: number, is_current: isCurrent }): [string, string] => [
    `v${number}`,
    words.version(number, isCurrent),
  ]);
  return (
    <Dialog title={words.versionTitle} onClose={onClose}>
      <SelectField
        label={words.versionFilter}
        value={version}
        options={{ "": words.allVersions, ...Object.fromEntries(known) }}
        onChange={setVersion}
      />
      <Buttons
        onApply={() => onApply({ version: version === "" ? undefined : Number(version.slice(1)) })}
        onClose={onClose}
      />
    </Dialog>
  );
}

export function ReferenceDialog({ filters, onApply, onClose }: Props) {
  const [reference, setReference] = useState(filters.reference ?? "");
  return (
    <Dialog title={words.referenceTitle} onClose={onClose}>
      <TextField label={words.reference} value={reference} maxLength={referenceLimit} onChange={setReference} />
      <Buttons onApply={() => onApply({ reference: reference.trim() || undefined })} onClose={onClose} />
    </Dialog>
  );
}

/** Filters by the answer to a question: one of its options, or what was written. */
export function AnswerDialog({
  questions,
  filters,
  onApply,
  onClose,
}: Props & { questions: readonly QuestionColumn[] }) {
  const [nodeId, setNodeId] = useState(questions[0]?.nodeId ?? "");
  const [value, setValue] = useState("");
  const question = questions.find((one) => one.nodeId === nodeId);
  const options = [...(question?.question?.labels ?? [])];
  const chosen = options.length > 0 && !options.some(([one]) => one === value) ? (options[0]?.[0] ?? "") : value.trim();
  const apply = () => (chosen === "" ? onClose() : onApply({ answer: { ...filters.answer, [nodeId]: chosen } }));
  return (
    <Dialog title={words.answerTitle} onClose={onClose}>
      <SelectField
        label={words.question}
        value={nodeId}
        options={questions.map(({ nodeId: id, title }): [string, string] => [id, title])}
        onChange={setNodeId}
      />
      {options.length > 0 ? (
        <SelectField label={words.answer} value={chosen} options={options} onChange={setValue} />
      ) : (
        <TextField label={words.answer} value={value} maxLength={500} onChange={setValue} />
      )}
      <Buttons onApply={apply} onClose={onClose} />
    </Dialog>
  );
}

const Buttons = ({ onApply, onClose }: Pick<Props, "onClose"> & { onApply: () => void }) => (
  <DialogFooter>
    <Button onPress={onClose}>{cancel}</Button>
    <Button look="primary" onPress={onApply}>
      {words.apply}
    </Button>
  </DialogFooter>
);
