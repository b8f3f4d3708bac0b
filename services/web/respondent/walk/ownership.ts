import type { Delivery } from "./delivery.ts";
import type { Device } from "./device.ts";
import { hiddenOf } from "./hidden.ts";
import type { Kept } from "./kept.ts";
import type { Sender } from "./sender.ts";
import type { Session } from "./session.ts";
import type { Storage } from "./storage.ts";
import { TabLock } from "./tabLock.ts";

/** How long a tab that is being closed or reloaded may still have the lock. */
const waitMs = 300;
const offeredAfterMs = 600_000;
/** Nothing has come of the session that is opened. */
export const untouched = { completed: null, refused: null, error: null, conflictAt: null, isOffered: false };

/**
 * Which tab goes on with the session. The one that does reads what is kept and sends what is unsent; another one shows
 * nothing of it, until it takes it over or the first one has ended.
 */
export class Ownership {
  /** Something was done in the first moments, before this tab was known to have the session: that stays. */
  isTouched = false;
  readonly #device: Device;
  readonly #search: string;
  readonly #storage: Storage;
  readonly #session: Session;
  readonly #sender: Sender;
  readonly #delivery: Delivery;
  readonly #lock: TabLock;
  #stopWaiting = () => {};

  constructor(
    device: Device,
    options: { slug: string; search: string },
    parts: { storage: Storage; session: Session; sender: Sender; delivery: Delivery },
  ) {
    this.#device = device;
    this.#search = options.search;
    this.#storage = parts.storage;
    this.#session = parts.session;
    this.#sender = parts.sender;
    this.#delivery = parts.delivery;
    const changed = (isHeld: boolean) => (isHeld ? this.#has() : this.lost());
    this.#lock = new TabLock(device.locks, options.slug, changed, () => this.#waitForOther());
  }

  /** What is kept, unless it is another form's; else a session that nobody has begun. */
  open(): void {
    const form = this.#delivery.pageForm;
    const stored = this.#storage.read(this.#device.clock.now());
    const kept = stored && (!form || stored.form_id === form.form.id) ? stored : null;
    this.#session.change({ ...untouched, kept, isOffered: kept !== null && this.#isOffered(kept), isElsewhere: false });
    if (form && !kept) this.#delivery.open(form);
    this.#session.useForm(kept && form?.version_number !== kept.version ? null : form);
  }

  wait(): void {
    this.#lock.wait();
  }

  /**
   * Gives another tab that has the lock a moment to end. A tab that waited longer would take the session from a page that is
   * only reloaded, without its respondent's knowledge. The time starts when the browser has said that the lock is taken: a
   * busy machine may need longer to give a lone tab its lock.
   */
  #waitForOther(): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#device.clock.after(waitMs, () => {
      this.#lock.stopWaiting();
      this.#session.change({ isElsewhere: true });
    });
  }

  /** The respondent looks at this tab again: the other one may have ended. */
  look(): void {
    // without locks nobody could tell
    if (this.#session.situation.isElsewhere && this.#device.locks) this.wait();
  }

  take(): void {
    this.#lock.take();
  }

  /** A new session in this tab: nothing is kept of the one before. */
  restart(): void {
    this.isTouched = true;
    if (this.#session.isHeld) this.#has();
    else this.wait();
  }

  /** Nothing is left to guard, or the page is gone. */
  release(): void {
    this.#session.isHeld = false;
    this.#stopWaiting();
    this.#lock.release();
  }

  /** Another tab has it now. */
  lost(): void {
    if (!this.#session.isHeld) return;
    this.#session.isHeld = false;
    this.isTouched = false;
    this.#sender.stop();
    this.#session.change({ isElsewhere: true });
  }

  #has(): void {
    this.#stopWaiting();
    this.#session.isHeld = true;
    if (!this.isTouched) this.open();
    const { kept } = this.#session.situation;
    const isKept = kept?.isBegun ? this.#storage.takeOver(kept) === "kept" : this.#storage.clear();
    this.#session.change({ isKept, isElsewhere: false });
    void this.#delivery.run();
  }

  /** After a while, or with another link's hidden fields, it may be somebody else who is at the device. */
  #isOffered(kept: Kept): boolean {
    if (!kept.isBegun || kept.queue.at(-1)?.kind === "complete") return false;
    const form = this.#delivery.pageForm;
    const hidden = form ? Object.entries(hiddenOf(this.#search, form)) : [];
    const isOld = this.#device.clock.now() - kept.at > offeredAfterMs;
    return isOld || hidden.some(([key, value]) => kept.hidden[key] !== value);
  }
}
