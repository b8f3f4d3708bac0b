import { expect } from "@jest/globals";
import type { EventName } from "../../../shared/api/shapes/integrations.ts";
import type { CreateMailBody, Mail } from "../../../shared/api/shapes/mails.ts";
import type { Answer } from "../../../shared/api/shapes/sessions.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import type { CalculationResults, Graph } from "../../../shared/domain/graph/types.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { type MailServer, parseMail, startMailServer } from "../../support/smtp.ts";
import { newCaller, newestFirst } from "./broker.ts";
import { type Form, type Stage, startStage } from "./deliveriesStage.ts";
import { until } from "./deliveriesSupport.ts";

/** The integrations service with a mail server, and rules of a form with a name, an address, files and a choice. */
export let stage: Stage;
export let server: MailServer;
export const base = "https://forms.example";
export const own = "ada@example.com";

export async function startMailStage(
  env: Record<string, string> = {},
  prepare?: (url: string) => Promise<unknown>,
): Promise<void> {
  server = await startMailServer();
  stage = await startStage(
    {
      SMTP_URL: server.url,
      MAIL_FROM: "Pathform <forms@pathform.example>",
      DELIVERY_TIMEOUT_MS: "4000",
      ...env,
    },
    prepare,
  );
  stage.users.push({ email: own, name: "Ada" });
}

export function resetServer(): void {
  server.behave({});
  server.mails.length = 0;
}

export async function stopMailStage(): Promise<void> {
  await stage?.stop();
  await server?.close();
}

const questions = chain(
  node("name", "short_text"),
  node("mail", "email"),
  node("photo", "file_upload"),
  node("color", "multiple_choice", {
    options: [
      { value: "r", label: "Red & <hot>" },
      { value: "b", label: "Blue" },
    ],
  }),
  node("happy", "yes_no"),
  node("mood", "emoji_rating"),
  node("size", "number"),
  node("day", "date"),
) as Graph;
const graph: Graph = {
  ...questions,
  calculations: [
    { key: "mood", title: "Mood", value: 21, bands: [{ key: "high", from: 10, to: 27, label: "Raised & <high>" }] },
  ],
};
const types: Record<string, string> = Object.fromEntries(
  questions.nodes.map(({ id, question_type }) => [id, question_type]),
);

export const answer = (nodeId: string, value: Answer["answer"]): Answer => ({
  id: newUuid(),
  node_id: nodeId,
  question_type: types[nodeId] ?? "short_text",
  answer: value,
  score_awarded: null,
  time_spent_seconds: 1,
  shown_at: "2026-01-31T12:00:00.000Z",
  answered_at: "2026-01-31T12:00:01.000Z",
});

export interface Rule {
  caller: Caller;
  form: Form;
  mail: Mail;
}

export function newForm(caller = newCaller()): { caller: Caller; form: Form } {
  const form = stage.newForm(caller);
  stage.graphs.set(form.id, graph);
  return { caller, form };
}

export const create = (caller: Caller, slug: string, body: Partial<CreateMailBody>) =>
  stage.call("integrations.createMail", {
    caller,
    slug,
    base_url: base,
    body: { name: "Team", subject: "New: {{form:title}}", text: "Hello", to: [own], ...body } as CreateMailBody,
  });

export async function rule(body: Partial<CreateMailBody> = {}, given = newForm()): Promise<Rule> {
  return { ...given, mail: await create(given.caller, given.form.slug, body) };
}

export const change = ({ caller, form, mail }: Rule, body: object) =>
  stage.call("integrations.updateMail", { caller, slug: form.slug, id: mail.id, base_url: base, body });
export const current = ({ caller, form, mail }: Rule) =>
  stage.call("integrations.getMail", { caller, slug: form.slug, id: mail.id });
export const logOf = async ({ caller, form, mail }: Rule) =>
  (
    await stage.call("integrations.listMailDeliveries", {
      caller,
      slug: form.slug,
      id: mail.id,
      query: {},
      paging: newestFirst,
    })
  ).results;
export const complete = (
  { form }: Pick<Rule, "form">,
  answers: Answer[] = [],
  event: EventName = "session.completed",
  calculations: CalculationResults = {},
  language?: string,
) => stage.happen(form, event, answers, calculations, language);
export const mailed = (count: number) =>
  until(() => {
    expect(server.mails).toHaveLength(count);
    return server.mails.map((mail) => ({ ...parseMail(mail), to: mail.to, from: mail.from }));
  });
export const logged = (made: Rule, count: number) =>
  until(async () => {
    const records = await logOf(made);
    expect(records.length).toBeGreaterThanOrEqual(count);
    return records;
  });
