import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { EventName } from "../../../../shared/api/shapes/integrations.ts";
import type { CreateMailBody, Mail } from "../../../../shared/api/shapes/mails.ts";
import { attachableEvents } from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { FieldProblem } from "../../ui/fields/field.ts";
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
import { filledIn, MailTexts } from "./mailTexts.tsx";
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
});

/** Creates or edits an email notification. */
export function MailEditor({ slug, mail, onClose }: Props) {
  const { data: graph } = useQuery(questionsQuery(slug));
  const [choices, setChoices] = useState(() => choicesOf(mail));
  const set = (changed: Partial<Choices>) => setChoices({ ...choices, ...changed });
  const emails = (graph?.nodes ?? []).filter(({ question_type: type }) => type === "email");
  const questions = Object.fromEntries(emails.map((node) => [node.id, nameOfNode(node)]));
  const isCopy = choices.kind === "to_node_id";
  const submit = useSaved({ slug, mail, onClose });
  const sentTo = submit.variables?.to;
  const worded = useCallback((problems: readonly FieldProblem[]) => atOneField(problems, sentTo), [sentTo]);
  return (
    <Dialog title={mail ? words.editTitle : words.newTitle} isWide onClose={onClose}>
      <SubmitForm
        action={mail ? words.save : words.create}
        mutation={submit}
        bodyOf={(fields) => bodyOf(choices, fields, emails[0]?.id ?? null)}
        worded={worded}
      >
        <TextField name="name" label={words.name} defaultValue={mail?.name ?? words.defaultName} isRequired />
        <SelectField<EventName>
          label={words.event}
          value={choices.event}
          options={attachableEvents}
          onChange={(event) => set({ event })}
        />
        <SelectField
          label={words.recipients}
          value={choices.kind}
          options={words.kinds}
          onChange={(kind) => set({ kind })}
        />
        {isCopy ? (
          <CopyFields questions={questions} value={choices.to_node_id} onChange={(id) => set({ to_node_id: id })} />
        ) : (
          <OwnerFields mail={mail} questions={questions} choices={choices} onChange={set} />
        )}
        <MailTexts
          mail={mail}
          isCopy={isCopy}
          languages={Object.keys(graph?.translations ?? {})}
          translations={choices.translations}
          onChange={(translations) => set({ translations })}
        />
        <Checkbox
          label={words.includeAnswers}
          isChecked={choices.include_answers}
          onChange={(isChecked) => set({ include_answers: isChecked })}
        />
        <OmitPersonal personal={choices.personal} onChange={(personal) => set({ personal })} />
        <LazyCondition slug={slug} condition={choices.condition} onChange={(condition) => set({ condition })} />
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
  return {
    name: fields.name ?? "",
    subject: fields.subject ?? "",
    text: fields.text ?? "",
    ...others,
    translations: filledIn(translations, fields.subject ?? ""),
    digest: kind === "to" ? digest : "none",
    to: kind === "to" ? withAddresses([], addressesIn(fields.to ?? "")) : null,
    to_node_id: kind === "to" ? null : (to_node_id ?? firstEmail),
  };
}

interface OwnerProps {
  mail: Mail | null;
  /** titles of the email questions by id */
  questions: Record<string, string>;
  choices: Choices;
  onChange(changed: Partial<Choices>): void;
}

/** Addresses, how often, and who gets replies. */
function OwnerFields({ mail, questions, choices, onChange }: OwnerProps) {
  const { data: me } = useQuery(meQuery(true));
  return (
    <>
      <TextField
        key={me?.email ?? ""}
        name="to"
        rows={3}
        label={words.to}
        description={words.toHint}
        defaultValue={(mail?.to ?? (me ? [me.email] : [])).join("\n")}
        isRequired
      />
      <SelectField
        label={words.digest}
        value={choices.digest}
        options={words.digests}
        onChange={(digest) => onChange({ digest })}
      />
      {Object.keys(questions).length > 0 && (
        <SelectField
          label={words.replyQuestion}
          value={choices.reply_to_node_id ?? ""}
          options={{ "": words.noReply, ...questions }}
          onChange={(id) => onChange({ reply_to_node_id: id || null })}
        />
      )}
    </>
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

/** Puts the problem of one address, which the service names by its index, at the field of all. */
function atOneField(
  problems: readonly FieldProblem[],
  to: readonly string[] | null | undefined,
): readonly FieldProblem[] {
  const isOfOne = ({ at: [field, index] }: FieldProblem) => field === "to" && index !== undefined;
  const address = to?.[Number(problems.find(isOfOne)?.at[1])];
  if (address === undefined) return problems;
  return [...problems.filter((problem) => !isOfOne(problem)), { at: ["to"], text: words.badAddress(address) }];
}
