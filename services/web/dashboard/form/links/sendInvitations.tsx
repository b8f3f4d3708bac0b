import { Link as RouterLink } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { LinkMailing } from "../../../../../shared/api/shapes/linkMails.ts";
import type { Link } from "../../../../../shared/api/shapes/links.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import { moreOptions } from "../../../strings/en/dashboard/letters.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { nextSteps } from "../../../strings/en/dashboard/share.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { TextField } from "../../../ui/textField.tsx";
import type { LinkLetter } from "../../api/queries/links.ts";
import type { Insert } from "../../mails/letter/insertField.tsx";
import { LetterColumns } from "../../mails/letter/letterColumns.tsx";
import { LetterTexts } from "../../mails/letter/letterTexts.tsx";
import { filledIn, type Translations } from "../../mails/letter/texts.ts";
import { availabilityOf } from "../availability.ts";
import { InvitationPreview } from "./invitationPreview.tsx";
import { leftOutReasons } from "./leftOut.ts";
import type { LinksSearch } from "./linksSearch.ts";
import { Reminders } from "./reminders.tsx";
import styles from "./sendInvitations.module.css";
import { useInvitations } from "./useInvitations.ts";
import { useKnown } from "./useKnown.ts";

type Audience = keyof typeof words.audiences | "selected";

interface Props {
  form: FormDetail;
  /** the filter of the list: its people are invited */
  shown: LinksSearch["show"];
  search: string;
  /** with some, they are invited */
  selected: readonly Link[];
  onClose: () => void;
}

/** Sends invitations to the people of the list. A dry run says to whom while the owner writes. */
export function SendInvitations({ form, shown, search, selected, onClose }: Props) {
  const { hidden, languages } = useKnown(form);
  const [language, setLanguage] = useState<string | null>(null);
  const [audience, setAudience] = useState(() => (selected.length > 0 ? "selected" : audienceOf(shown)));
  const [texts, setTexts] = useState({ subject: words.firstSubject(form.title), text: words.firstText });
  const [translations, setTranslations] = useState<Translations>({});
  const [replyTo, setReplyTo] = useState("");
  const [days, setDays] = useState<readonly number[]>([3, 7]);
  const letter: LinkLetter = {
    ...texts,
    translations: filledIn(translations, texts.subject),
    ...(replyTo && { reply_to: replyTo }),
  };
  const people =
    audience === "selected" ? { link_ids: selected.map(({ id }) => id) } : { filter: filterOf(audience, search) };
  const invitations = useInvitations(form.slug, letter, { ...people, remind_after_days: [...days] }, onClose);
  const { plan, written, error } = invitations;
  const audiences = {
    ...(selected.length > 0 && {
      selected: (shown === "undeliverable" ? words.undeliverable : words.selected)(selected.length),
    }),
    ...words.audiences,
  } as Record<Audience, string>;
  return (
    <Dialog title={words.title} isWide onClose={onClose}>
      <LetterColumns
        preview={
          plan?.preview && written ? (
            <InvitationPreview slug={form.slug} written={written} selected={selected} first={plan.preview} />
          ) : (
            plan && <p className={styles.noPreview}>{words.noRecipients}</p>
          )
        }
      >
        <div className={styles.audience}>
          <SelectField label={words.to} value={audience} options={audiences} onChange={setAudience} />
          {search && audience !== "selected" && <p className={mutedClass}>{words.matching(search)}</p>}
          {plan && <LeftOutText plan={plan} />}
        </div>
        <LetterTexts
          inserts={insertsOf(hidden)}
          languages={languages.slice(1)}
          texts={texts}
          translations={translations}
          shown={language}
          textHint={words.buttonHint}
          onTexts={setTexts}
          onTranslations={setTranslations}
          onShow={setLanguage}
        />
        <Reminders days={days} onChange={setDays} />
        <details>
          <summary>{moreOptions}</summary>
          <div className={styles.more}>
            <TextField label={words.replyTo} description={words.replyToHint} value={replyTo} onChange={setReplyTo} />
          </div>
        </details>
      </LetterColumns>
      {error && <Notice kind="danger">{problemText(error)}</Notice>}
      <Footer form={form} invitations={invitations} onClose={onClose} />
    </Dialog>
  );
}

/** Details of a person and the form that an invitation can insert. */
const insertsOf = (hidden: readonly string[]): Insert[] => [
  ...hidden.map((key) => ({ recall: `hidden:${key}`, label: key })),
  ...Object.entries(words.inserts).map(([recall, label]) => ({ recall, label })),
];

/** Returns the people of the list's filter. A list without undeliverable addresses has no one, so it starts with the unanswered. */
const audienceOf = (shown: LinksSearch["show"]): Audience =>
  shown === undefined ? "all" : shown === "undeliverable" ? "unanswered" : shown;

const filterOf = (audience: keyof typeof words.audiences, search: string) => ({
  ...(audience !== "all" && { status: audience }),
  ...(search && { search }),
});

/** Says how many people get no email, and opens to why. */
function LeftOutText({ plan: { counts } }: { plan: LinkMailing }) {
  const reasons = leftOutReasons(counts.left_out);
  if (reasons.length < 2) return reasons.length > 0 && <p className={mutedClass}>{words.without(reasons)}</p>;
  const total = Object.values(counts.left_out).reduce((sum, one) => sum + one, 0);
  return (
    <details className={mutedClass}>
      <summary>{words.withoutSome(total)}</summary>
      <p>{words.without(reasons)}</p>
    </details>
  );
}

interface FooterProps {
  form: FormDetail;
  invitations: ReturnType<typeof useInvitations>;
  onClose: () => void;
}

function Footer({ form, invitations, onClose }: FooterProps) {
  const { plan, isPlanned, canPlan, test, sending } = invitations;
  const recipients = plan?.counts.recipients ?? 0;
  const availability = availabilityOf(form, Date.now());
  // emails of a form that opens later wait for it
  const closed = availability === "open" || availability === "early" ? null : availability;
  return (
    <DialogFooter
      aside={closed ? <Closed slug={form.slug} why={closed} /> : <span role="status">{plan && planText(plan)}</span>}
    >
      <Button onPress={onClose}>{cancel}</Button>
      <Button icon="mail" isPending={test.isPending} isDisabled={!canPlan} onPress={() => test.mutate()}>
        {words.test}
      </Button>
      <Button
        look="primary"
        icon="send"
        isPending={sending.isPending}
        isDisabled={closed !== null || !isPlanned || recipients === 0}
        onPress={() => sending.mutate()}
      >
        {words.send(recipients)}
      </Button>
    </DialogFooter>
  );
}

/** Says why emails wouldn't be sent, and leads to where that changes. */
function Closed({ slug, why }: { slug: string; why: keyof typeof words.closed }) {
  const params = { slug };
  return (
    <Notice kind="warning">
      {words.closed[why]}{" "}
      {why === "unpublished" ? (
        <RouterLink to="/forms/$slug/build" params={params}>
          {nextSteps.publish}
        </RouterLink>
      ) : (
        <RouterLink to="/forms/$slug/settings" params={params}>
          {nextSteps.settings}
        </RouterLink>
      )}
    </Notice>
  );
}

function planText({ counts: { recipients, reminders_planned: reminders }, left_today: left }: LinkMailing): string {
  if (left == null) return words.planned(recipients, reminders);
  if (left >= recipients) return `${words.planned(recipients, reminders)} ${words.staysFree(left - recipients)}`;
  if (left === 0) return words.plannedLater(recipients, reminders);
  return words.plannedPartly(left, recipients - left, reminders);
}
