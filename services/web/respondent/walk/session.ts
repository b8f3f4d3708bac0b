import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import { type Kept, keptWalk } from "./kept.ts";
import type { Walker } from "./predict.ts";
import { type Progress, progressOn } from "./progress.ts";
import type { RespondentState } from "./state.ts";
import { completing, graphOf } from "./steps.ts";
import type { Storage } from "./storage.ts";
import { nothingYet, type Situation, stateOf } from "./view.ts";
import type { Walkers } from "./walkers.ts";

/** The session as the page has it now: each change is written down first, then shown. */
export class Session {
  situation: Situation = nothingYet;
  /** This tab goes on with it: before, and after another tab has taken it, nothing is written or sent. */
  isHeld = false;
  #state: RespondentState | null = null;
  #progress: Progress = () => 0;
  readonly #listeners = new Set<() => void>();
  readonly #storage: Storage;
  readonly #walkers: Walkers;
  readonly #now: () => number;
  /** Another tab has it. */
  readonly #lost: () => void;

  constructor(storage: Storage, walkers: Walkers, now: () => number, lost: () => void) {
    this.#storage = storage;
    this.#walkers = walkers;
    this.#now = now;
    this.#lost = lost;
  }

  state(): RespondentState {
    this.#state ??= stateOf(this.situation);
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(part: Partial<Situation>): void {
    this.situation = { ...this.situation, ...part };
    this.#state = null;
    for (const listener of this.#listeners) listener();
  }

  /** Written down before anybody sees it. False: another tab has the session, and nothing was changed. */
  keep(changed: Kept, part: Partial<Situation> = {}): boolean {
    const { form, completed } = this.situation;
    const now = this.#now();
    const progress = Math.max(changed.progress, this.#progress(keptWalk(changed)));
    const settled = form ? completing(changed, form, now) : changed;
    // who has answered the last question is not asked whether to go on
    const { isOffered } = this.situation;
    const offer = { isOffered: isOffered && settled === changed };
    const kept = { ...settled, progress, at: now };
    const isWritten = this.isHeld && kept.isBegun && !completed;
    const written = isWritten ? this.#storage.write(kept) : null;
    if (written === "taken_over") {
      this.#lost();
      return false;
    }
    this.change({ ...offer, ...part, kept, ...(written && { isKept: written === "kept" }) });
    return true;
  }

  /** The form that the session walks, and its walker as soon as there is one. */
  useForm(form: PublicForm | null): void {
    if (form === this.situation.form) return;
    this.#progress = form ? progressOn(graphOf(form)) : () => 0;
    this.change({ form, walker: null });
    if (form) void this.walkerOf(form);
  }

  async walkerOf(form: PublicForm): Promise<Walker | null> {
    const walker = await this.#walkers.of(form);
    const isNew = form === this.situation.form && walker !== this.situation.walker;
    if (walker && isNew) this.change({ walker });
    return walker;
  }
}
