import type { ApiReply, ApiRequest } from "../../../services/web/respondent/walk/api.ts";
import type { Editable } from "../../../shared/api/shapes/corrections.ts";
import type { Next, PublicForm, SessionStatus } from "../../../shared/api/shapes/sessions.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { publicGraph } from "../../../shared/domain/graph/publicGraph.ts";
import {
  type Submission,
  startWalk,
  takeStep,
  totalScore,
  viewOf,
  type Walk,
} from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";

interface ServiceSession {
  id: string;
  version: number;
  status: SessionStatus;
  walk: Walk;
  /** submissions that moved it, in order, without repeats */
  moves: Submission[];
}

interface Answers {
  answers: Submission[];
  back?: boolean;
}

/** The public API in memory: the service's own walk and session rules (decisions §5, §9.2). */
export class FakeService {
  readonly sessions = new Map<string, ServiceSession>();
  readonly versions: { graph: Graph; compiled: ReturnType<typeof compileGraph> }[] = [];
  isAccepting = true;
  isFull = false;
  completions = 0;
  /** its date is still yesterday */
  dayBefore = false;
  /** starts sessions and forgets them */
  isForgetful = false;
  /** an older copy ignores `complete=true`, or doesn't know the request */
  older: "ignores" | "lacks" | null = null;

  /** of the form, as respondents' clients get them */
  settings: object = {};
  editableUntil = "2026-06-01T13:00:00.000Z";
  /** answers can no longer change */
  isLate = false;

  readonly erased = new Set<string>();

  constructor(graph: Graph) {
    this.publish(graph);
  }

  /** Deletes the session, as its owner does. */
  erase(): string {
    const id = [...this.sessions.keys()].at(-1) ?? "";
    this.sessions.delete(id);
    this.erased.add(id);
    return id;
  }

  publish(graph: Graph): void {
    this.versions.push({ graph, compiled: compileGraph(graph) });
  }

  form(version = this.versions.length): PublicForm {
    return {
      form: {
        id: "f0000000-0000-4000-8000-000000000000",
        slug: "lunch",
        title: "Lunch",
        language: "en",
        ...this.settings,
      },
      graph: publicGraph(this.versions[version - 1]?.graph as Graph),
      theme: { id: "70000000-0000-4000-8000-000000000000", name: "Default" } as PublicForm["theme"],
      version_number: version,
      is_open: this.isAccepting,
      opens_at: null,
      closed_message: null,
    };
  }

  /** Handles a request with this date. */
  handle({ method, path, body }: ApiRequest, today: string): ApiReply {
    const [, id = "", action = ""] = /^session\/([^/]+)\/(?:(\w+)\/)?(?:\?.*)?$/.exec(path) ?? [];
    if (!id && !path.startsWith("lunch/")) return refused(404, "No such form.");
    if (!id) return path.endsWith("/start/") ? this.#start(body as { id: string; hidden: object }) : ok(this.form());
    const session = this.isForgetful ? undefined : this.sessions.get(id);
    if (this.erased.has(id)) return { ...refused(404, "It was deleted."), is_deleted: true };
    if (!session) return refused(404, "No such session.");
    const day = this.dayBefore ? "2026-05-31" : today;
    if (action === "answers") {
      if (this.older === "lacks") return refused(404, "Not found.");
      const reply = this.#steps(session, body as unknown as Answers, day);
      return path.endsWith("?complete=true") ? this.#completing(session, reply) : reply;
    }
    if (action === "next") return this.#step(session, body as unknown as Submission, day);
    if (action === "complete") return this.#complete(session);
    if (action === "edit") return this.#edit(session, (body as { answers: Record<string, Json> }).answers, day);
    if (action === "form") return ok(this.form(session.version));
    if (method !== "GET") throw new Error(`unknown request: ${method} ${path}`);
    return ok({ ...this.#stand(session), status: session.status, version_number: session.version });
  }

  #start({ id, hidden }: { id: string; hidden: object }): ApiReply {
    const version = this.versions.length;
    const { compiled } = this.versions[version - 1] ?? {};
    if (!compiled) throw new Error("no version");
    let session = this.sessions.get(id);
    if (this.erased.has(id)) return { ...refused(409, "It was deleted."), is_deleted: true };
    if (!session && !this.isAccepting) return refused(409, "This form is closed.");
    const unknown = Object.keys(hidden).find((key) => !compiled.hidden_fields.has(key));
    if (!session && unknown) return refused(400, "Invalid.", [`hidden.${unknown}: unknown field`]);
    if (!session) {
      const walk = startWalk(compiled, hidden as Record<string, string>, "2026-06-01");
      session = { id, version, status: "in_progress", walk, moves: [] };
      this.sessions.set(id, session);
    }
    return ok({ id, version_number: session.version, started_at: "2026-06-01T12:00:00.000Z" });
  }

  #step(session: ServiceSession, submission: Submission, today: string): ApiReply {
    const { compiled } = this.versions[session.version - 1] as (typeof this.versions)[number];
    const context = { today, isIssuedFile: (url: string) => url.startsWith("https://files.example/") };
    const step = takeStep(compiled, session.walk, submission, context);
    if (step.kind === "invalid") return { ...refused(400, "Invalid.", [`value: ${step.message}`]), rule: step.rule };
    if (step.kind === "conflict" || (session.status === "completed" && step.kind !== "repeat")) {
      return refused(409, "Conflict.", [], session.walk.current_node_id);
    }
    if (step.kind === "moved") {
      const visits = [...session.walk.visits.slice(0, step.visits_kept), step.visit];
      session.walk = { ...session.walk, visits, current_node_id: step.next_node_id };
      session.moves.push(submission);
      session.status = "in_progress";
    }
    const { next_node_id, is_complete, traversal_path } = step;
    return ok({ next_node_id, is_complete, traversal_path });
  }

  /** As many steps in their order, all or none (features §11.3). */
  #steps(session: ServiceSession, { answers, back = false }: Answers, today: string): ApiReply {
    const before = { ...session, moves: [...session.moves] };
    let reply: ApiReply = refused(400, "Invalid.", ["answers: must have at least 1 item"]);
    for (const [index, answer] of answers.entries()) {
      reply = this.#step(session, { ...answer, back }, today);
      if (reply.kind === "ok") continue;
      Object.assign(session, before);
      const errors = reply.kind === "refused" ? reply.errors?.map((error) => `answers.${index}.${error}`) : [];
      return { ...reply, errors, current_node_id: before.walk.current_node_id } as ApiReply;
    }
    return reply;
  }

  /** As `complete` in the same commit, unless the form is full or the copy is older. */
  #completing(session: ServiceSession, reply: ApiReply): ApiReply {
    if (this.older || reply.kind !== "ok" || !(reply.data as Next).is_complete) return reply;
    const completed = this.#complete(session);
    return completed.kind === "ok" ? ok({ ...(reply.data as Next), completed: completed.data }) : reply;
  }

  #complete(session: ServiceSession): ApiReply {
    const { current_node_id } = session.walk;
    const { compiled } = this.versions[session.version - 1] as (typeof this.versions)[number];
    const { question: end, shown_calculations: keys = [] } = compiled.nodes.get(current_node_id) ?? {};
    if (!end?.is_end) return refused(409, "Not at an end.", [], current_node_id);
    if (session.status !== "completed") {
      if (this.isFull) return refused(409, "This form has reached its response limit.", [], current_node_id);
      session.status = "completed";
      this.completions += 1;
    }
    const score = end.config.show_score === true ? totalScore(session.walk.visits) : null;
    const view = viewOf(compiled, session.walk.visits, session.walk);
    const shown = keys.length > 0 && { calculations: compiled.calculations?.shown(view, keys) };
    return ok({ id: session.id, status: "completed", end_node_id: current_node_id, total_score: score, ...shown });
  }

  /** The answers of the newest session, as its device gets them. */
  editable(): Editable {
    const { walk } = [...this.sessions.values()].at(-1) as ServiceSession;
    return {
      answers: Object.fromEntries(walk.visits.map(({ node_id, answer }) => [node_id, answer])),
      traversal_path: [...walk.visits.map(({ node_id }) => node_id), walk.current_node_id],
      editable_until: this.editableUntil,
    };
  }

  /** Walks again from the entry, with these answers and the old ones (features §18.1). */
  #edit(session: ServiceSession, answers: Record<string, Json>, today: string): ApiReply {
    if (this.isLate) return { ...refused(409, "Too late."), editable_until: this.editableUntil };
    const { compiled } = this.versions[session.version - 1] as (typeof this.versions)[number];
    const { walk: before } = session;
    const old = Object.fromEntries(before.visits.map(({ node_id, answer }) => [node_id, answer]));
    let walk = startWalk(compiled, before.hidden, before.started_on);
    for (let id = walk.current_node_id; !compiled.nodes.get(id)?.question.is_end; id = walk.current_node_id) {
      const value = answers[id] ?? old[id] ?? null;
      const step = takeStep(compiled, walk, { node_id: id, value }, { today, isIssuedFile: () => true });
      if (step.kind !== "moved") return refused(400, "Invalid.", [`answers.${id}: is required`]);
      walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
    }
    session.walk = walk;
    return ok(this.editable());
  }

  #stand({ id, walk }: ServiceSession) {
    const traversalPath = [...walk.visits.map(({ node_id }) => node_id), walk.current_node_id];
    return { id, current_node_id: walk.current_node_id, traversal_path: traversalPath, form: { slug: "lunch" } };
  }
}

const ok = (data: unknown): ApiReply => ({ kind: "ok", data });

function refused(status: number, detail: string, errors: string[] = [], currentNodeId?: string) {
  const current = currentNodeId !== undefined && { current_node_id: currentNodeId };
  return { kind: "refused" as const, status, detail, errors, ...current };
}
