import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { RespondentOptions } from "./options.ts";
import type { Walker } from "./predict.ts";
import { graphOf } from "./steps.ts";

/** The engine with a form's graph compiled, once per form. */
export class Walkers {
  readonly #loadEngine: RespondentOptions["loadEngine"];
  readonly #walkers = new WeakMap<PublicForm, Promise<Walker | null>>();

  constructor(loadEngine: RespondentOptions["loadEngine"]) {
    this.#loadEngine = loadEngine;
  }

  /** null: the network does not give it now, or it cannot walk this graph; asked again, it tries again. */
  of(form: PublicForm): Promise<Walker | null> {
    const known = this.#walkers.get(form);
    if (known) return known;
    const loading = this.#load(form);
    this.#walkers.set(form, loading);
    return loading;
  }

  async #load(form: PublicForm): Promise<Walker | null> {
    try {
      const graph = graphOf(form);
      const { makeWalker } = await this.#loadEngine(graph);
      return makeWalker(graph, form.form.language);
    } catch {
      this.#walkers.delete(form);
      return null;
    }
  }
}
