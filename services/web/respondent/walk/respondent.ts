import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import { Delivery } from "./delivery.ts";
import type { Device } from "./device.ts";
import { hiddenOf } from "./hidden.ts";
import type { Kept } from "./kept.ts";
import type { RespondentOptions } from "./options.ts";
import { Sender } from "./sender.ts";
import { Session } from "./session.ts";
import type { Respondent } from "./state.ts";
import { answered, begun, showing } from "./steps.ts";
import { Storage } from "./storage.ts";
import { TabLock } from "./tabLock.ts";
import { removedFiles, uploading } from "./uploads.ts";
import { valueAt } from "./view.ts";
import { Walkers } from "./walkers.ts";

/** How long a second tab waits for a first one that is just being closed, and an answer for the engine. */
const waitMs = 300;
const offeredAfterMs = 600_000;

/** The page's respondent (state.ts tells what it does). `browser.ts` has the device. */
export function respondentOn(device: Device, options: RespondentOptions): Respondent {
  const { clock, api } = device;
  const { slug, search } = options;
  const now = () => clock.now();
  const storage = new Storage(device.store, slug, device.newId());
  const session = new Session(storage, new Walkers(options.loadEngine), now, () => lost());
  const sender = new Sender(api, clock, () => session.change({ sending: sender.status }));
  const today = () => new Date(api.serverTime()).toISOString().slice(0, 10);
  const context = { slug, search, session, sender, storage, now, today, newId: device.newId };
  const delivery = new Delivery(context, options.form);
  const lock = new TabLock(device.locks, slug, (isHeld) => (isHeld ? held() : lost()));
  let isTouched = false;

  /** What is kept, unless it is another form's; else a session that nobody has begun. */
  function open(): void {
    const form = delivery.pageForm;
    const stored = storage.read(now());
    const kept = stored && (!form || stored.form_id === form.form.id) ? stored : null;
    session.change({ kept, isOffered: kept !== null && isOffered(kept), isElsewhere: false });
    if (form && !kept) delivery.open(form);
    session.useForm(kept && form?.version_number !== kept.version ? null : form);
  }

  /** After a while, or with another link's hidden fields, it may be somebody else who is at the device. */
  function isOffered(kept: Kept): boolean {
    if (!kept.isBegun || kept.queue.at(-1)?.kind === "complete") return false;
    const hidden = delivery.pageForm ? Object.entries(hiddenOf(search, delivery.pageForm)) : [];
    return now() - kept.at > offeredAfterMs || hidden.some(([key, value]) => kept.hidden[key] !== value);
  }

  function held(): void {
    session.isHeld = true;
    // what was done in the first moments stays, and is written down now
    if (!isTouched) open();
    const { kept } = session.situation;
    const isKept = kept?.isBegun ? storage.takeOver(kept) === "kept" : storage.clear();
    session.change({ isKept, isElsewhere: false });
    void delivery.run();
  }

  function lost(): void {
    session.isHeld = false;
    isTouched = false;
    sender.stop();
    session.change({ isElsewhere: true });
    if (device.locks) lock.wait();
  }

  /** Each change of the session may leave something to send. */
  function keep(kept: Kept, part: Parameters<Session["keep"]>[1] = {}): void {
    isTouched = true;
    if (session.keep(kept, part)) void delivery.run();
  }

  function answer(nodeId: string, read: (kept: Kept) => Json): void {
    const { form, walker } = session.situation;
    if (!isOpen(nodeId) || !form) return;
    if (walker) step(nodeId, read);
    else void stepLater(form, nodeId, read);
  }

  /** Where the engine does not come soon, the service decides. */
  async function stepLater(form: PublicForm, nodeId: string, read: (kept: Kept) => Json): Promise<void> {
    session.change({ isDeciding: true });
    const late = new Promise<void>((resolve) => clock.after(waitMs, resolve));
    await Promise.race([session.walkerOf(form), late]);
    session.change({ isDeciding: false });
    step(nodeId, read);
  }

  function step(nodeId: string, read: (kept: Kept) => Json): void {
    const { kept, form, walker } = session.situation;
    if (!isOpen(nodeId) || !kept || !form) return;
    const check = { today: today(), isIssuedFile: (url: string) => Object.hasOwn(kept.files, url) };
    const value = read(kept);
    const entered = { ...begun(kept, now()), answers: { ...kept.answers, [nodeId]: value } };
    const result = answered(entered, nodeId, value, { walker, form, check, now: now() });
    if (result.ok) keep(result.kept, { error: null, conflictAt: null });
    else session.change({ error: { nodeId, refusal: result.refusal } });
  }

  /** May this node be answered? It is the one that is shown, and nothing is being decided about it. */
  function isOpen(nodeId: string): boolean {
    const { screen, path, position, isWaiting } = session.state();
    return screen === "node" && path[position] === nodeId && !isWaiting;
  }

  function enter(nodeId: string, value: Json): void {
    const { kept, error } = session.situation;
    const { screen, path } = session.state();
    if (screen !== "node" || !kept || !path.includes(nodeId)) return;
    const entered = { ...begun(kept, now()), answers: { ...kept.answers, [nodeId]: value } };
    for (const path of removedFiles(kept, nodeId, value)) device.files.remove(path);
    keep(entered, error?.nodeId === nodeId ? { error: null } : {});
  }

  function show(nodeId: string): void {
    const { kept } = session.situation;
    const { screen, isWaiting, path } = session.state();
    const isDecided = !session.situation.isDeciding && !(isWaiting && path.at(-1) === nodeId);
    if (kept && screen === "node" && isDecided) keep(showing(kept, nodeId));
  }

  function resume(): void {
    const { kept, isOffered } = session.situation;
    if (!kept || !isOffered) return;
    const isIdle = kept.queue.length === 0;
    keep(isIdle ? { ...kept, queue: [{ kind: "check", at: now(), refused: [] }] } : kept, { isOffered: false });
  }

  function startAgain(): void {
    const form = delivery.pageForm ?? session.situation.form;
    if (!form || !session.isHeld) return;
    sender.stop();
    storage.clear();
    const reset = { completed: null, refused: null, error: null, conflictAt: null, isOffered: false };
    session.change(reset);
    delivery.open(form);
    session.useForm(form);
    void delivery.run();
  }

  function retryNow(): void {
    session.change({ refused: null });
    sender.wake(true);
    void delivery.run();
  }

  const wake = () => sender.wake();
  const stopWaking = device.onWake(wake);
  const stopWatching = device.onStored(() => session.isHeld && storage.isTakenOver() && lost());
  const stopHurrying = clock.after(waitMs, () => {
    if (!session.isHeld) session.change({ isElsewhere: true });
  });
  open();
  lock.wait();

  return {
    state: () => session.state(),
    subscribe: (listener) => session.subscribe(listener),
    enter,
    answer: (nodeId) => answer(nodeId, (kept) => valueAt(kept, nodeId)),
    skip: (nodeId) => answer(nodeId, () => null),
    back() {
      const { path, position, canGoBack } = session.state();
      if (canGoBack) show(path[position - 1] ?? "");
    },
    goTo: show,
    resume,
    startAgain,
    continueHere: () => lock.take(),
    retryNow,
    upload: uploading(device, session, sender, () => void delivery.run()),
    close() {
      session.isHeld = false;
      sender.stop();
      stopWaking();
      stopWatching();
      stopHurrying();
      lock.close();
    },
  };
}
