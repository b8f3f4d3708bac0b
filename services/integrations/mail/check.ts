import type pg from "pg";
import type { UpdateMailBody } from "../../../shared/api/shapes/mails.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { isEmailAddress } from "../../../shared/domain/emailAddress.ts";
import { emailKey, withoutTag } from "../../../shared/domain/emailKey.ts";
import { formats } from "../../../shared/domain/formats.ts";
import { sameLanguage } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { checkCondition } from "../conditions.ts";
import { countSend, limitMessage } from "../store/mailSends.ts";
import type { MailAddress, MailRow } from "../store/mails.ts";
import { confirmationMs, recipientHash } from "./links.ts";

/** The context of an action. */
interface Bus {
  call: Call;
}

/** Writable fields of a rule after a request. */
export type MailFields = Pick<
  MailRow,
  | "name"
  | "event"
  | "condition"
  | "personal"
  | "to_node_id"
  | "reply_to_node_id"
  | "subject"
  | "text"
  | "translations"
  | "include_answers"
  | "digest"
  | "is_enabled"
> & { to: string[] | null };

/** Whether exactly one of `to` and `to_node_id` is set. */
export const isAddressed = ({ to, to_node_id }: Pick<MailFields, "to" | "to_node_id">): boolean =>
  (to === null) !== (to_node_id === null);

/** Checks the fields after a request (features §17). Throws 400. `body`: node ids that it doesn't name aren't looked up. */
export async function checkMail(
  bus: Bus,
  caller: Caller,
  form: FormReference,
  fields: MailFields,
  body: UpdateMailBody,
): Promise<void> {
  checkCondition(body.condition);
  const problems = [...addressProblems(fields), ...copyProblems(fields), ...languageProblems(fields)];
  if (problems.length > 0) throw invalid(problems);
  const named = (["to_node_id", "reply_to_node_id"] as const).filter((field) => body[field]);
  if (named.length === 0) return;
  const emails = await emailQuestions(bus, caller, form);
  const unknown = named.filter((field) => !emails.has(String(body[field])));
  if (unknown.length > 0) throw invalid(unknown.map((field) => `${field}: must be the ID of an email question`));
}

function addressProblems(fields: MailFields): string[] {
  const { to } = fields;
  if (!isAddressed(fields)) {
    return [to === null ? "to: is required without `to_node_id`" : "to: must be null if `to_node_id` is set"];
  }
  const keys = (to ?? []).map(emailKey);
  return (to ?? []).flatMap((address, index) => {
    if (!isEmailAddress(address)) return [`to.${index}: must be an email address`];
    return keys.indexOf(keys[index] ?? "") < index ? [`to.${index}: must not be repeated`] : [];
  });
}

function copyProblems({ to_node_id, digest, subject, text, translations }: MailFields): string[] {
  if (to_node_id === null) return [];
  const translated = Object.entries(translations).flatMap(([tag, texts]) =>
    Object.entries(texts).map(([field, template]) => [`translations.${tag}.${field}`, template] as const),
  );
  const own = Object.entries({ subject, text });
  const templates = [...own, ...translated].filter(([, template]) => template.includes("{{response:url}}"));
  return [
    ...(digest === "none" ? [] : ['digest: must be "none" with `to_node_id`']),
    ...templates.map(([field]) => `${field}: must not use {{response:url}} with \`to_node_id\``),
  ];
}

function languageProblems({ translations }: MailFields): string[] {
  const tags = Object.keys(translations);
  return tags.flatMap((tag, index) => {
    if (!formats.language?.test(tag)) return [`translations.${tag}: must be a language tag such as "de"`];
    const isRepeated = tags.slice(0, index).some((before) => sameLanguage(before, tag));
    return isRepeated ? [`translations.${tag}: must not be repeated`] : [];
  });
}

/** Returns the email questions of the current version and of the draft, because either may be newer for the owner. */
async function emailQuestions(bus: Bus, caller: Caller, form: FormReference): Promise<Set<string>> {
  const { form_id, slug, current_version } = form;
  const published =
    current_version === null
      ? null
      : (await bus.call("sessions.versionGraph", { form_id, version_number: current_version })).graph;
  const draft = await bus.call("forms.getDraft", { caller, slug }).then(
    ({ value }) => (JSON.parse(value as string) as { graph: Graph }).graph,
    () => null,
  );
  const nodes = [published, draft].flatMap((graph) => graph?.nodes ?? []);
  return new Set(nodes.filter(({ question_type }) => question_type === "email").map(({ id }) => id));
}

/**
 * Returns the addresses of a rule with their states. The account's sign-in addresses are active immediately. Others are asked
 * once, and again after the link expired or after they unsubscribed. Throws 409 if an address was asked too often today.
 */
export async function questionsFor(
  pool: pg.Pool,
  bus: Bus,
  caller: Caller,
  to: string[] | null,
  known: readonly MailAddress[],
): Promise<MailAddress[]> {
  const { users } = await bus.call("auth.listUsers", { account_id: caller.account_id });
  const own = new Set(users.map(({ email }) => emailKey(email)));
  const now = new Date();
  const addresses: MailAddress[] = [];
  for (const address of to ?? []) {
    const key = emailKey(address);
    const old = known.find(({ address_key }) => address_key === key);
    if (own.has(key)) addresses.push({ address, address_key: key, state: "active", asked_at: old?.asked_at ?? null });
    else if (old && !needsQuestion(old, now)) addresses.push({ ...old, address });
    else {
      await refuseTooMany(pool, caller, key);
      addresses.push({ address, address_key: key, state: "pending", asked_at: now.toISOString() });
    }
  }
  return addresses;
}

function needsQuestion({ state, asked_at }: MailAddress, now: Date): boolean {
  if (state !== "pending") return state === "stopped";
  return now.getTime() - new Date(asked_at ?? 0).getTime() > confirmationMs;
}

async function refuseTooMany(pool: pg.Pool, { account_id }: Caller, key: string): Promise<void> {
  const recipient = recipientHash(withoutTag(key));
  const question = { delivery_id: newUuid(), account_id, recipient, kind: "asked" as const };
  const reached = await countSend(pool, question);
  if (reached) throw conflict(limitMessage[reached]());
}
