import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EventName } from "../../../../shared/api/shapes/integrations.ts";
import type { CreateMailBody, Mail } from "../../../../shared/api/shapes/mails.ts";
import { attachableEvents } from "../../strings/en/dashboard/deliveries.ts";
import { moreOptions } from "../../strings/en/dashboard/letters.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWordedEntries } from "../../ui/fields/entryProblems.ts";
import { Notice } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { meQuery } from "../api/queries/account.ts";
import { createMail, mailsKey, questionsQuery, updateMail } from "../api/queries/mails.ts";
import { nameOfNode } from "../builder/types/names.ts";
import { addressesIn, withAddresses } from "../people/addresses.ts";
import { LazyCondition } from "./lazyCondition.tsx";
import { LetterColumns } from "./letter/letterColumns.tsx";
import { LetterTexts } from "./letter/letterTexts.tsx";
import { filledIn, type Texts, textsIn } from "./letter/texts.ts";
import { type MailKind, mailInserts } from "./mailInserts.ts";
import { MailPreview } from "./mailPreview.tsx";
import styles from "./mails.module.css";
import { OmitPersonal } from "./omitPersonal.tsx";

interface Props {
  slug: string;
  /** null for a new one */
  mail: Mail | null;
  onClose(): void;
}

type Choices = Pick<
  Mail,
  "event" | "to_node_id" | "reply_to_node_id" | "include_answers" | "condition" | "personal" | "digest" | "translations"
> & {
  kind: "to" | "to_node_id";
  /** Null until it is written. */
  subject: string | null;
  text: string;
};

const choicesOf = (mail: Mail | null): Choices => ({
  event: mail?.event ?? "session.completed",
  kind: mail?.to_node_id ? "to_node_id" : "to",
  to_node_id: mail?.to_node_id ?? null,
  reply_to_node_id: mail?.reply_to_node_id ?? null,
  include_answers: mail?.include_answers ?? true,
  condition: mail?.condition ?? null,
  personal: mail?.personal ?? "include",
  digest: mail?.digest ?? "none",
  translations: mail?.translations ?? {},
  subject: mail?.subject ?? null,
  text: mail?.text ?? "",
});

const kindOf = ({ kind, digest }: Choices): MailKind => {
  const isCopy = kind === "to_node_id";
  return { isCopy, isDaily: !isCopy && digest === "daily" };
};

const textsOf = ({ kind, subject, text }: Choices): Texts => ({
  subject: subject ?? (kind === "to" ? words.defaultSubject : words.defaultCopySubject),
  text,
});

/** Creates or edits an email notification. A preview shows the letter while it is written. */
export function MailEditor({ slug, mail, onClose }: Props) {
  const { data: graph = null } = useQuery(questionsQuery(slug));
  const [choices, setChoices] = useState(() => choicesOf(mail));
  const [language, setLanguage] = useState<string | null>(null);
  const set = (changed: Partial<Choices>) => setChoices({ ...choices, ...changed });
  const emails = (graph?.nodes ?? []).filter(({ question_type: type }) => type === "email");
  const questions = Object.fromEntries(emails.map((node) => [node.id, nameOfNode(node)]));
  const kind = kindOf(choices);
  // a language can have left the form
  const tags = new Set([...Object.keys(graph?.translations ?? {}), ...Object.keys(choices.translations)]);
  const shown = kind.isCopy ? language : null;
  const texts = textsOf(choices);
  const submit = useSaved({ slug, mail, onClose });
  const worded = useWordedEntries("to", submit.variables?.to, words.badAddress);
  return (
    <Dialog title={mail ? words.editTitle : words.newTitle} isWide="most" onClose={onClose}>
      <SubmitForm
        action={mail ? words.save : words.create}
        mutation={submit}
        bodyOf={(fields) => bodyOf(choices, fields, emails[0]?.id ?? null)}
        worded={worded}
      >
        <LetterColumns
          preview={
            <MailPreview
              slug={slug}
              graph={graph}
              kind={kind}
              texts={textsIn(shown, texts, choices.translations)}
              language={shown}
              choices={choices}
            />
          }
        >
          <Addressing mail={mail} questions={questions} choices={choices} onChange={set} />
          <LetterTexts
            inserts={mailInserts(graph, kind)}
            languages={kind.isCopy ? [...tags] : []}
            texts={texts}
            translations={choices.translations}
            shown={shown}
            onTexts={({ subject, text }) => set({ text, ...(subject !== texts.subject && { subject }) })}
            onTranslations={(translations) => set({ translations })}
            onShow={setLanguage}
          />
          <Checkbox
            label={words.includeAnswers}
            isChecked={choices.include_answers}
            onChange={(isChecked) => set({ include_answers: isChecked })}
          />
          <MoreOptions slug={slug} questions={questions} choices={choices} onChange={set} />
        </LetterColumns>
      </SubmitForm>
    </Dialog>
  );
}

function useSaved({ slug, mail, onClose }: Props) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateMailBody) => (mail ? updateMail(slug, mail.id, body) : createMail(slug, body)),
    async onSuccess({ name, status }) {
      await queryClient.invalidateQueries({ queryKey: mailsKey(slug) });
      tell(status === "pending" ? words.asked : words.saved(name));
      onClose();
    },
  });
}

/** `firstEmail`: the question of a copy, if none was chosen */
function bodyOf(choices: Choices, fields: Record<string, string>, firstEmail: string | null): CreateMailBody {
  const { kind, to_node_id, digest, translations, ...others } = choices;
  const texts = textsOf(choices);
  return {
    name: fields.name ?? "",
    ...others,
    ...texts,
    translations: filledIn(translations, texts.subject),
    digest: kind === "to" ? digest : "none",
    to: kind === "to" ? withAddresses([], addressesIn(fields.to ?? "")) : null,
    to_node_id: kind === "to" ? null : (to_node_id ?? firstEmail),
  };
}

interface PartProps {
  /** titles of the email questions by id */
  questions: Record<string, string>;
  choices: Choices;
  onChange(changed: Partial<Choices>): void;
}

/** When it is sent, and to whom. */
function Addressing({ mail, questions, choices, onChange }: PartProps & { mail: Mail | null }) {
  return (
    <>
      <div className={styles.pair}>
        <TextField name="name" label={words.name} defaultValue={mail?.name ?? words.defaultName} isRequired />
        <SelectField<EventName>
          label={words.event}
          value={choices.event}
          options={attachableEvents}
          onChange={(event) => onChange({ event })}
        />
      </div>
      <SelectField
        label={words.recipients}
        value={choices.kind}
        options={words.kinds}
        onChange={(kind) => onChange({ kind })}
      />
      {choices.kind === "to_node_id" ? (
        <CopyFields questions={questions} value={choices.to_node_id} onChange={(id) => onChange({ to_node_id: id })} />
      ) : (
        <Addresses mail={mail} />
      )}
    </>
  );
}

function Addresses({ mail }: { mail: Mail | null }) {
  const { data: me } = useQuery(meQuery(true));
  return (
    <TextField
      key={me?.email ?? ""}
      name="to"
      rows={2}
      label={words.to}
      description={words.toHint}
      defaultValue={(mail?.to ?? (me ? [me.email] : [])).join("\n")}
      isRequired
    />
  );
}

/** Options that few emails need. Those in use are open. */
function MoreOptions({ slug, questions, choices, onChange }: PartProps & { slug: string }) {
  const { kind, digest, reply_to_node_id: reply, personal, condition } = choices;
  const [isOpen] = useState(digest !== "none" || reply !== null || personal === "omit" || condition !== null);
  return (
    <details open={isOpen}>
      <summary>{moreOptions}</summary>
      <div className={styles.more}>
        {kind === "to" && (
          <div className={styles.pair}>
            <SelectField
              label={words.digest}
              value={digest}
              options={words.digests}
              onChange={(chosen) => onChange({ digest: chosen })}
            />
            {Object.keys(questions).length > 0 && (
              <SelectField
                label={words.replyQuestion}
                value={reply ?? ""}
                options={{ "": words.noReply, ...questions }}
                onChange={(id) => onChange({ reply_to_node_id: id || null })}
              />
            )}
          </div>
        )}
        <OmitPersonal personal={personal} onChange={(chosen) => onChange({ personal: chosen })} />
        <LazyCondition slug={slug} condition={condition} onChange={(changed) => onChange({ condition: changed })} />
      </div>
    </details>
  );
}

interface CopyProps {
  /** titles of the email questions by id */
  questions: Record<string, string>;
  value: string | null;
  onChange(id: string): void;
}

function CopyFields({ questions, value, onChange }: CopyProps) {
  const [first] = Object.keys(questions);
  if (first === undefined) return <Notice kind="warning">{words.noEmailQuestion}</Notice>;
  return <SelectField label={words.addressQuestion} value={value ?? first} options={questions} onChange={onChange} />;
}
