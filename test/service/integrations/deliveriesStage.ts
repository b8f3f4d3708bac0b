import { ServiceBroker } from "moleculer";
import type pg from "pg";
import type { SentAuditEntry } from "../../../shared/api/audit/entry.ts";
import type { EventName, SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { Delivery } from "../../../shared/api/shapes/integrations.ts";
import { type Call, callOf, type Params, type Result } from "../../../shared/bus/calls.ts";
import type { LinkChoice, LinkMailNote, MailableLink } from "../../../shared/bus/contract/sessions.ts";
import type { Caller, ClaimedEvent } from "../../../shared/bus/contract.ts";
import type { DatabaseService } from "../../../shared/bus/service.ts";
import { localized } from "../../../shared/domain/graph/translations/translations.ts";
import type { CalculationResults, Graph } from "../../../shared/domain/graph/types.ts";
import { notFound, notOwner, unavailable } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { migratedDatabase, testSecretsKey } from "../../support/postgres.ts";
import { newCaller } from "./broker.ts";

/** The integrations service with its own database, and stubs: forms, and an outbox of sessions that tests fill. */

/** names of stored files by URL, as sessions returns them */
export const storedNames: Record<string, string> = {};

export interface Stage {
  call: Call;
  pool(): pg.Pool;
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Events that can be claimed. */
  outbox: ClaimedEvent[];
  acknowledged: string[];
  failed: { id: string; error: string }[];
  /** Entries of the audit log. */
  audited: SentAuditEntry[];
  /** Log lines of the service. */
  warnings: string[];
  graphs: Map<string, Graph>;
  /** nodes of forms whose answers are personal; null while sessions doesn't answer */
  personal: Map<string, string[] | null>;
  /** own languages of forms */
  languages: Map<string, string>;
  users: { email: string; name: string }[];
  /** Personal links, and what integrations reported of their emails. */
  links: MailableLink[];
  linkNotes: LinkMailNote[];
  /** Happens once, after a letter is leased and before it is judged. */
  beforeJudging: (() => Promise<unknown>) | null;
  /** Hash of the client of all sessions. */
  client: string | null;
  newForm(caller: Caller): Form;
  /** Returns the next number of the sequence of events and attachments. */
  nextPosition(): number;
  /** Adds an event of a new session to the outbox and notifies the service. */
  happen(
    form: Form,
    type?: EventName,
    answers?: SessionEvent["data"]["session"]["answers"],
    calculations?: CalculationResults,
    language?: string,
  ): Promise<SessionEvent>;
  /** Attaches a webhook to `url` to a new form. */
  webhook(url: string, options?: WebhookOptions): Promise<Attached>;
  /** Returns the deliveries, newest first. */
  deliveriesOf(attached: Pick<Attached, "caller" | "id">): Promise<Delivery[]>;
  hint(): Promise<void>;
  stop(): Promise<void>;
}

export interface Form {
  id: string;
  slug: string;
  title: string;
}

export interface WebhookOptions {
  caller?: Caller;
  config?: object;
  events?: EventName[];
  form?: Form;
}

export interface Attached {
  caller: Caller;
  id: string;
  attachment_id: string;
  form: Form;
}

/** `prepare` changes the database before the service starts. */
export async function startStage(
  env: Record<string, string> = {},
  prepare: (url: string) => Promise<unknown> = async () => undefined,
): Promise<Stage> {
  const { url, drop } = await migratedDatabase();
  await prepare(url);
  Object.assign(process.env, { DATABASE_URL: url, SECRETS_KEY: testSecretsKey, ...defaults, ...env });
  const { default: integrations } = await import("../../../services/integrations/integrations.service.ts");
  const forms = new Map<string, Form & { account_id: string }>();
  const sessions = new Map<string, string>();
  const outbox: ClaimedEvent[] = [];
  let position = 0;
  const nextPosition = () => (position += 1);
  const stage: Omit<Stage, "query" | "pool" | "stop" | "call"> = {
    outbox,
    nextPosition,
    acknowledged: [],
    failed: [],
    audited: [],
    warnings: [],
    graphs: new Map(),
    personal: new Map(),
    languages: new Map(),
    users: [],
    links: [],
    linkNotes: [],
    beforeJudging: null,
    client: null,
    newForm(caller) {
      const slug = `form-${forms.size + 1}`;
      const form = { id: newUuid(), slug, title: `Form & <${forms.size + 1}>` };
      forms.set(slug, { ...form, account_id: caller.account_id });
      return form;
    },
    async happen(form, type = "session.completed", answers = [], calculations = {}, language) {
      const event = eventOf(form, type, answers);
      event.data.session.language = language ?? null;
      event.data.session.calculations = calculations;
      sessions.set(event.data.session.id, form.id);
      outbox.push({ kind: "event", position: nextPosition(), event });
      await stage.hint();
      return event;
    },
    async webhook(
      receiver,
      { caller = newCaller(), config = {}, events = ["session.completed"], form }: WebhookOptions = {},
    ) {
      const { id } = await call("integrations.create", {
        caller,
        type: "webhook",
        body: { name: "Receiver", config: { url: receiver, ...config } },
      });
      const made = form ?? stage.newForm(caller);
      const attached = await call("integrations.attach", {
        caller,
        slug: made.slug,
        body: { integration_id: id, events },
      });
      return { caller, id, attachment_id: attached.id, form: made };
    },
    async deliveriesOf({ caller, id }) {
      const paging = { limit: 100, offset: 0, ordering: { field: "created", descending: true }, search: null };
      const { results } = await call("integrations.listDeliveries", { caller, type: "webhook", id, query: {}, paging });
      return results;
    },
    async hint() {
      await broker.emit("session.event", {});
    },
  };
  const broker = new ServiceBroker({ logger: false });
  const call = callOf(broker);
  broker.createService({
    name: "forms",
    actions: {
      locate(ctx: { params: { caller: Caller; slug: string } }) {
        const form = forms.get(ctx.params.slug);
        if (!form) throw notFound("form");
        if (form.account_id !== ctx.params.caller.account_id) throw notOwner("form");
        return {
          form_id: form.id,
          slug: form.slug,
          title: form.title,
          current_version: stage.graphs.has(form.id) ? 1 : null,
        };
      },
      getDraft(ctx: { params: { slug: string } }) {
        const graph = stage.graphs.get(forms.get(ctx.params.slug)?.id ?? "");
        if (!graph) throw notFound("draft");
        return { etag: "1", value: JSON.stringify({ graph }) };
      },
    },
  });
  broker.createService({
    name: "sessions",
    actions: {
      claimEvents: (ctx: { params: { limit: number } }) => ({ events: outbox.splice(0, ctx.params.limit) }),
      eventPosition: () => ({ position: nextPosition() }),
      acknowledgeEvents(ctx: { params: { ids: string[] } }) {
        stage.acknowledged.push(...ctx.params.ids);
        return null;
      },
      failEvent(ctx: { params: { id: string; error: string } }) {
        stage.failed.push(ctx.params);
        return null;
      },
      locate(ctx: { params: { session_id: string } }) {
        const formId = sessions.get(ctx.params.session_id);
        if (!formId) throw notFound("session");
        return { form_id: formId };
      },
      versionGraph: ({ params }: { params: Params<"sessions.versionGraph"> }): Result<"sessions.versionGraph"> => {
        const graph = stage.graphs.get(params.form_id) ?? null;
        const texts = graph?.translations?.[params.language ?? ""];
        const language = stage.languages.get(params.form_id) ?? null;
        if (!graph || !texts) return { graph, language };
        const source = [...forms.values()].find(({ id }) => id === params.form_id)?.title;
        const title = texts.title && source ? { text: texts.title, source } : null;
        return { ...localized(graph, texts), title, language };
      },
      personalNodes({ params }: { params: Params<"sessions.personalNodes"> }): Result<"sessions.personalNodes"> {
        const nodeIds = stage.personal.get(params.form_id) ?? [];
        if (stage.personal.get(params.form_id) === null) throw unavailable("Sessions is away.");
        return { node_ids: nodeIds };
      },
      clientOf: (ctx: { params: { session_id: string } }) => ({
        client: sessions.has(ctx.params.session_id) ? stage.client : null,
      }),
      chooseLinks(ctx: { params: { form_id: string; choice: LinkChoice; after: string | null; limit: number } }) {
        const { form_id, choice, after, limit } = ctx.params;
        const ids = "link_ids" in choice ? new Set(choice.link_ids) : null;
        const links = stage.links
          .filter((link) => link.form_id === form_id && (!ids || ids.has(link.id)) && link.id > (after ?? ""))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
        return { links: links.slice(0, limit).map(({ form: _, ...link }) => link) };
      },
      async linksForMail(ctx: { params: { link_ids: string[] } }) {
        const { beforeJudging } = stage;
        stage.beforeJudging = null;
        await beforeJudging?.();
        return { links: stage.links.filter(({ id }) => ctx.params.link_ids.includes(id)) };
      },
      noteLinkMails(ctx: { params: { notes: LinkMailNote[] } }) {
        stage.linkNotes.push(...ctx.params.notes);
        for (const note of ctx.params.notes) {
          const link = stage.links.find(({ id }) => id === note.link_id);
          if (link) link.mail_status = note.status;
        }
        return null;
      },
      fileNames: () => ({ names: storedNames }),
    },
  });
  broker.createService({
    name: "auth",
    actions: {
      listUsers: () => ({ users: stage.users }),
      me: () => stage.users[0],
      recordAudit: (ctx: { params: { entries: SentAuditEntry[] } }) => void stage.audited.push(...ctx.params.entries),
    },
  });
  const service = broker.createService(integrations) as DatabaseService;
  service.logger.warn = (message: string) => void stage.warnings.push(message);
  await broker.start();
  return Object.assign(stage, {
    call,
    pool: () => service.database.pool,
    query: async (text: string, values: unknown[] = []) => (await service.database.pool.query(text, values)).rows,
    async stop() {
      await broker.stop();
      await drop();
    },
  });
}

const defaults = {
  ALLOW_PRIVATE_DESTINATIONS: "true",
  DELIVERY_SCHEDULE: "200ms,400ms,800ms",
  DELIVERY_TIMEOUT_MS: "2000",
};

export function eventOf(
  { id, slug, title }: Form,
  type: EventName,
  answers: SessionEvent["data"]["session"]["answers"] = [],
): SessionEvent {
  const now = new Date().toISOString();
  return {
    type,
    id: newUuid(),
    timestamp: now,
    data: {
      form: { id, slug, title },
      session: {
        id: newUuid(),
        source: "respondent",
        status: type === "session.completed" ? "completed" : "in_progress",
        version_number: 1,
        total_score: 0,
        answers_count: answers.length,
        duration_seconds: null,
        started_at: now,
        completed_at: type === "session.completed" ? now : null,
        revision: 1,
        edited_at: null,
        score_breakdown: {},
        traversal_path: ["end"],
        order: null,
        answers,
        hidden: {},
        metadata: { user_agent: null },
        language: null,
        reference: null,
        calculations: {},
      },
    },
  };
}
