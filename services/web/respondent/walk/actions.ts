import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { Delivery } from "./delivery.ts";
import type { Device } from "./device.ts";
import type { Kept } from "./kept.ts";
import { type Ownership, untouched } from "./ownership.ts";
import { removedFiles } from "./removedFiles.ts";
import type { Sender } from "./sender.ts";
import type { Session } from "./session.ts";
import { answered, begun, showing } from "./steps.ts";
import type { Situation } from "./view.ts";

/** How long an answer waits for the engine. */
const engineMs = 300;

export interface ActionContext {
  device: Device;
  session: Session;
  sender: Sender;
  delivery: Delivery;
  ownership: Ownership;
  /** the service's day, by which dates are checked */
  today(): string;
}

/** What the respondent does (state.ts). */
export class Actions {
  readonly #context: ActionContext;

  constructor(context: ActionContext) {
    this.#context = context;
  }

  enter(nodeId: string, value: Json): void {
    const { device, session } = this.#context;
    const { kept, error } = session.situation;
    const { screen, path, position, isWaiting } = session.state();
    const isDecided = !isWaiting || path[position] !== nodeId;
    if (screen !== "node" || !kept || !path.includes(nodeId) || !isDecided) return;
    for (const path of removedFiles(kept, nodeId, value)) device.files.remove(path);
    this.#keep(this.#entered(kept, nodeId, value), error?.nodeId === nodeId ? { error: null } : {});
  }

  answer(nodeId: string, value: Json): void {
    const { form, walker } = this.#context.session.situation;
    if (!form || !this.#isOpen(nodeId)) return;
    if (walker) this.#step(nodeId, value);
    else void this.#stepLater(form, nodeId, value);
  }

  show(nodeId: string): void {
    const { kept, isDeciding } = this.#context.session.situation;
    if (kept && !isDeciding && this.#context.session.state().screen === "node") this.#keep(showing(kept, nodeId));
  }

  resume(): void {
    const { kept, isOffered } = this.#context.session.situation;
    if (!kept || !isOffered) return;
    // what waits to be sent shows as well where the session stands
    const check = { kind: "check" as const, at: this.#context.device.clock.now(), refused: [] };
    this.#keep(kept.queue.length > 0 ? kept : { ...kept, queue: [check] }, { isOffered: false });
  }

  startAgain(): void {
    const { session, sender, delivery, ownership } = this.#context;
    const form = delivery.pageForm ?? session.situation.form;
    const { isElsewhere, completed } = session.situation;
    if (!form || isElsewhere || !(session.isHeld || completed)) return;
    sender.stop();
    session.change(untouched);
    delivery.open(form);
    session.useForm(form);
    ownership.restart();
  }

  retryNow(): void {
    const { session, sender, delivery } = this.#context;
    session.change({ refused: null });
    sender.wake(true);
    void delivery.run();
  }

  /** Where the engine does not come soon, the service decides. */
  async #stepLater(form: PublicForm, nodeId: string, value: Json): Promise<void> {
    const { device, session } = this.#context;
    session.change({ isDeciding: true });
    const late = new Promise<void>((resolve) => device.clock.after(engineMs, resolve));
    await Promise.race([session.walkerOf(form), late]);
    session.change({ isDeciding: false });
    this.#step(nodeId, value);
  }

  #step(nodeId: string, value: Json): void {
    const { device, session, today } = this.#context;
    const { kept, form, walker } = session.situation;
    if (!this.#isOpen(nodeId) || !kept || !form) return;
    const check = { today: today(), isIssuedFile: (url: string) => Object.hasOwn(kept.files, url) };
    const context = { walker, check, now: device.clock.now() };
    const result = answered(this.#entered(kept, nodeId, value), nodeId, value, context);
    if (result.ok) this.#keep(result.kept, { error: null, conflictAt: null });
    else session.change({ error: { nodeId, refusal: result.refusal } });
  }

  /** May this node be answered? It is the one that is shown, and nothing is being decided about it. */
  #isOpen(nodeId: string): boolean {
    const { screen, path, position, isWaiting } = this.#context.session.state();
    return screen === "node" && path[position] === nodeId && !isWaiting;
  }

  #entered(kept: Kept, nodeId: string, value: Json): Kept {
    return { ...begun(kept, this.#context.device.clock.now()), answers: { ...kept.answers, [nodeId]: value } };
  }

  /** Each change of the session may leave something to send. */
  #keep(kept: Kept, part: Partial<Situation> = {}): void {
    const { session, delivery, ownership } = this.#context;
    ownership.isTouched = true;
    if (session.keep(kept, part)) void delivery.run();
  }
}
