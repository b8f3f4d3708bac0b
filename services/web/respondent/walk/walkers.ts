import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { RespondentOptions } from "./options.ts";
import type { Walker } from "./predict.ts";
import { graphOf } from "./steps.ts";

/** Gives the engine with a form's graph compiled, once per form; null: not now, and it may be asked for again. */
export function walkersOf(loadEngine: RespondentOptions["loadEngine"]): (form: PublicForm) => Promise<Walker | null> {
  const known = new WeakMap<PublicForm, Promise<Walker | null>>();
  const load = async (form: PublicForm) => {
    try {
      const graph = graphOf(form);
      const { makeWalker } = await loadEngine(graph);
      return makeWalker(graph, form.form.language);
    } catch {
      // the network does not give it, or it cannot walk this graph
      known.delete(form);
      return null;
    }
  };
  return (form) => {
    const walker = known.get(form) ?? load(form);
    known.set(form, walker);
    return walker;
  };
}
