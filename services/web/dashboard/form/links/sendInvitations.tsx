import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FormDetail } from "../../../../../shared/domain/shapes/forms.ts";
import type { LeftOut, LinkMailing } from "../../../../../shared/domain/shapes/linkMails.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { Button } from "../../../ui/button.tsx";
import { Check } from "../../../ui/check.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { type LinkLetter, linkMailPlan, linksKey, sendLinkMails, testLinkMail } from "../../api/queries/links.ts";
import styles from "./links.module.css";

const reminderDays = [3, 7, 14];
const pauseMs = 500;

interface Props {
  form: FormDetail;
  search: string;
  onClose: () => void;
}

/** Sends invitations to everyone who can get one. A dry run says to whom while the owner writes. */
export function SendInvitations({ form, search, onClose }: Props) {
  const queryClient = useQueryClient();
  const [subject, setSubject] = useState(words.firstSubject(form.title));
  const [text, setText] = useState(words.firstText);
  const [replyTo, setReplyTo] = useState("");
  const [days, setDays] = useState<readonly number[]>([]);
  const letter: LinkLetter = { subject, text, ...(replyTo && { reply_to: replyTo }) };
  const choice = { ...letter, filter: search ? { search } : {}, remind_after_days: [...days] };
  const written = useSettled(choice);
  const canPlan = written.subject.trim() !== "";
  const plan = useQuery({ ...linkMailPlan(form.slug, written), enabled: canPlan, placeholderData: keepPreviousData });
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const sending = useMutation({
    mutationFn: () => sendLinkMails(form.slug, choice, idempotencyKey),
    onSuccess: ({ counts }) => {
      tell(words.sent(counts.recipients));
      void queryClient.invalidateQueries({ queryKey: linksKey(form.slug) });
      onClose();
    },
  });
  const test = useMutation({
    mutationFn: () => testLinkMail(form.slug, letter),
    onSuccess: ({ success, error_message: message }) => tell(success ? words.tested : (message ?? words.testFailed)),
    onError: (error) => tell(problemText(error)),
  });
  const error = sending.error ?? plan.error;
  const recipients = plan.data?.counts.recipients ?? 0;
  return (
    <Dialog title={words.title} isWide="less" onClose={onClose}>
      <TextField label={words.subject} value={subject} maxLength={200} onChange={setSubject} />
      <TextField
        label={words.text}
        description={words.recalls}
        rows={7}
        maxLength={5000}
        value={text}
        onChange={setText}
      />
      <TextField label={words.replyTo} description={words.replyToHint} value={replyTo} onChange={setReplyTo} />
      <fieldset className={styles.reminders}>
        <legend>{words.reminders}</legend>
        {reminderDays.map((day) => (
          <Check
            key={day}
            label={words.afterDays(day)}
            isChecked={days.includes(day)}
            onChange={(isOn) => setDays(withDay(days, day, isOn))}
          />
        ))}
      </fieldset>
      <p className={mutedClass}>{words.remindersHint}</p>
      {plan.data?.preview && <Preview preview={plan.data.preview} />}
      {error && <Notice kind="danger">{problemText(error)}</Notice>}
      <DialogFooter aside={<span role="status">{plan.data && planText(plan.data)}</span>}>
        <Button onPress={onClose}>{cancel}</Button>
        <Button isPending={test.isPending} isDisabled={!canPlan} onPress={() => test.mutate()}>
          {words.test}
        </Button>
        <Button
          look="primary"
          isPending={sending.isPending}
          isDisabled={!canPlan || recipients === 0 || plan.isPlaceholderData}
          onPress={() => sending.mutate()}
        >
          {words.send(recipients)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const withDay = (days: readonly number[], day: number, isOn: boolean): number[] =>
  [...days.filter((one) => one !== day), ...(isOn ? [day] : [])].sort((a, b) => a - b);

function Preview({ preview }: { preview: NonNullable<LinkMailing["preview"]> }) {
  return (
    <section className={styles.preview} aria-label={words.previewOf(preview.reference ?? "")}>
      <p className={mutedClass}>{words.previewOf(preview.reference ?? "")}</p>
      <strong dir="auto">{preview.subject}</strong>
      <pre dir="auto">{preview.text}</pre>
    </section>
  );
}

function planText({ counts, left_today: left }: LinkMailing): string {
  const out = Object.entries(counts.left_out) as [keyof LeftOut, number][];
  const reasons = out.flatMap(([reason, count]) => (count > 0 ? [words.leftOut[reason](count)] : []));
  return [
    words.recipients(counts.recipients),
    ...(reasons.length > 0 ? [words.without(reasons)] : []),
    ...(left != null && left < counts.recipients ? [words.leftToday(left)] : []),
  ].join(" ");
}

/** Returns the value once it has stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
