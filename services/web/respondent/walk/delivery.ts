import type { Completed, Next, PublicForm, Resumed, Started } from "../../../../shared/domain/shapes/sessions.ts";
import { type ApiRequest, publicFormRequest, requestOf, sessionFormRequest } from "./api.ts";
import { checked, confirmed, doubted, type Outcome, refusedValue, replayed } from "./divergence.ts";
import { hiddenOf, hiddenWithin } from "./hidden.ts";
import { type Kept, keptWalk, newSession } from "./kept.ts";
import { type Entry, pathOf } from "./queue.ts";
import type { Sender, Settled } from "./sender.ts";
import type { Session } from "./session.ts";
import type { Screen } from "./state.ts";
import { isEnd } from "./steps.ts";
import type { Storage } from "./storage.ts";

type Refused = Extract<Settled, { kind: "refused" }>;

export interface DeliveryContext {
  slug: string;
  search: string;
  session: Session;
  sender: Sender;
  storage: Storage;
  now(): number;
  /** the service's day, by which dates are checked */
  today(): string;
  newId(): string;
  /** Nothing is left of the session. */
  completed(): void;
}

/** So many sessions in a row that the service knows nothing of: another one would fare no better. */
const forgottenLimit = 2;

/**
 * Brings the queue to the service, one entry after the other, and does what the replies say. It runs while this tab has the
 * session and there is something to fetch or to send.
 */
export class Delivery {
  /** the form's newest version as far as this page knows */
  pageForm: PublicForm | null = null;
  readonly #context: DeliveryContext;
  readonly #forms = new Map<number, PublicForm>();
  #isRunning = false;
  #forgotten = 0;

  constructor(context: DeliveryContext, pageForm: PublicForm | null) {
    this.#context = context;
    if (pageForm) this.#isNewest(pageForm);
  }

  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      // looked at in one go with the end: an entry that comes later finds nobody running
      while (this.#hasWork()) await this.#next();
    } finally {
      this.#isRunning = false;
    }
  }

  #hasWork(): boolean {
    const { isHeld, situation } = this.#context.session;
    const { kept, form, refused } = situation;
    return isHeld && !refused && (!kept || !form || kept.queue.length > 0);
  }

  async #next(): Promise<void> {
    const { slug, session, sender } = this.#context;
    const { kept, form } = session.situation;
    const entry = kept?.queue[0];
    // whether a start has been taken in, and in which version, decides what form there is to fetch
    if (!kept || !entry || (!form && entry.kind !== "start")) return this.#fetchForm(kept);
    const reply = await sender.settle(requestOf(slug, kept, entry));
    if (reply) await this.#settled(entry, reply);
  }

  /** That of the session, or the page's own where there is none. */
  async #fetchForm(kept: Kept | null): Promise<void> {
    const { session, slug } = this.#context;
    const form = await this.#fetch(kept ? sessionFormRequest(kept.session) : publicFormRequest(slug));
    if (!session.isHeld || session.situation.kept !== kept) return;
    if (!form) return kept ? this.#startOver(kept) : this.#refuse("not_found", null);
    if (!kept) this.open(form);
    session.useForm(form);
  }

  /** A session that nobody has begun. */
  open(form: PublicForm): void {
    const { session, search, newId, now } = this.#context;
    this.#isNewest(form);
    session.change({ kept: newSession(form, newId(), hiddenOf(search, form), now()) });
  }

  /** null: refused, or stopped */
  async #fetch(request: ApiRequest): Promise<PublicForm | null> {
    const reply = await this.#context.sender.settle(request);
    if (reply?.kind === "refused" && reply.isDeleted) this.#deleted();
    if (reply?.kind !== "ok") return null;
    const form = reply.data as PublicForm;
    this.#forms.set(form.version_number, form);
    return form;
  }

  #isNewest(form: PublicForm): void {
    this.pageForm = form;
    this.#forms.set(form.version_number, form);
  }

  async #settled(entry: Entry, reply: Settled): Promise<void> {
    const { kept } = this.#context.session.situation;
    if (!kept) return;
    if (reply.kind === "ok") await this.#accepted(entry, kept, reply.data);
    else if (reply.isDeleted) this.#deleted();
    else if (entry.kind === "start") await this.#startRefused(kept, reply);
    else if (reply.status === 404) await this.#startOver(kept);
    else this.#refused(entry, kept, reply);
  }

  async #accepted(entry: Entry, kept: Kept, data: unknown): Promise<void> {
    const { session, storage } = this.#context;
    const { form } = session.situation;
    if (entry.kind === "start") return this.#started(kept, data as Started);
    if (!form) return;
    this.#forgotten = 0;
    if (entry.kind === "next") return this.#show(confirmed(kept, entry, data as Next));
    if (entry.kind === "check") return this.#show(checked(kept, entry.refused, data as Resumed));
    storage.clear();
    const { total_score: totalScore } = data as Completed;
    session.change({ completed: { totalScore }, kept: { ...kept, queue: [] } });
    this.#context.completed();
  }

  /** The session has the version that was current when it started: not always the one that this page was sent with. */
  async #started(kept: Kept, { version_number: version }: Started): Promise<void> {
    const { session } = this.#context;
    const form = this.#forms.get(version);
    if (!form) {
      // the start then goes out once more, and finds its form known
      if (!(await this.#fetch(sessionFormRequest(kept.session)))) await this.#startOver(kept);
    } else if (kept.version !== version) await this.#replay(kept, form, []);
    else {
      session.useForm(form);
      session.keep({ ...kept, queue: kept.queue.slice(1) });
    }
  }

  #show({ kept, hasConflict }: Outcome): void {
    const path = pathOf(keptWalk(kept));
    this.#context.session.keep(kept, hasConflict ? { conflictAt: path[kept.position] ?? null } : {});
  }

  #refused(entry: Entry, kept: Kept, reply: Refused): void {
    const { session, now } = this.#context;
    const { form } = session.situation;
    if (!form) return;
    if (entry.kind === "next" && reply.status !== 409) {
      const refusal = { message: reasonOf(reply), reason: "invalid" as const };
      session.keep(refusedValue(kept, entry.node_id), { error: { nodeId: entry.node_id, refusal } });
    } else if (entry.kind === "complete" && isEnd(form, reply.currentNodeId)) this.#refuse("over_limit", reply.detail);
    else session.keep(doubted(kept, now()));
  }

  async #startRefused(kept: Kept, reply: Refused): Promise<void> {
    if (reply.status === 409) return this.#refuse("closed", reply.detail);
    if (reply.status === 404) return this.#refuse("not_found", null);
    // the form no longer declares the hidden fields that this page has
    const form = await this.#fetch(publicFormRequest(this.#context.slug));
    if (form) this.#isNewest(form);
    await this.#startOver(kept);
  }

  /** The form's owner has deleted the session: its answers are not sent again, and not kept. */
  #deleted(): void {
    this.#context.storage.clear();
    this.#context.session.change({ kept: null, refused: { screen: "deleted", message: null } });
  }

  /** The service does not know the session: a new one, with the answers of the old one. */
  async #startOver(of: Kept): Promise<void> {
    const { session, slug, newId, now } = this.#context;
    const form = this.pageForm ?? (await this.#fetch(publicFormRequest(slug)));
    if (!session.isHeld || session.situation.kept?.session !== of.session) return;
    this.#forgotten += 1;
    if (!form || this.#forgotten > forgottenLimit) return this.#refuse("not_found", null);
    await this.#replay(of, form, [{ kind: "start", at: now() }], newId());
  }

  /** What was answered, in the form that the session has now. */
  async #replay(of: Kept, form: PublicForm, start: Entry[], id = of.session): Promise<void> {
    const { session, today, now } = this.#context;
    const walker = await session.walkerOf(form);
    const { kept, form: before } = session.situation;
    // meanwhile the respondent may have answered more, or begun another session
    if (kept?.session !== of.session || !session.isHeld) return;
    const hidden = hiddenWithin(kept.hidden, form);
    session.useForm(form);
    session.keep(
      replayed({ ...kept, session: id, hidden }, { form: before, to: form, walker, today: today(), start }, now()),
    );
  }

  #refuse(screen: Screen, message: string | null): void {
    this.#context.session.change({ refused: { screen, message } });
  }
}

/** What the service says after `value: `. */
function reasonOf({ errors = [], detail }: Refused): string {
  const value = errors.find((error) => error.startsWith("value: "));
  return value?.slice("value: ".length) ?? detail;
}
