import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { RespondentOptions } from "./options.ts";
import type { Walker } from "./predict.ts";
import { graphOf } from "./steps.ts";

/**
 * Returns a function that loads the engine with a form's graph, once per form. It resolves to null on failure and can be
 * called again.
 */
export function walkersOf(loadEngine: RespondentOptions["loadEngine"]): (form: PublicForm) => Promise<Walker | null> {
  const known = new WeakMap<PublicForm, Promise<Walker | null>>();
  const load = async (form: PublicForm) => {
    try {
      const graph = graphOf(form);
      const { makeWalker } = await loadEngine(graph);
      return makeWalker(graph, form.form.language);
    } catch {
      // the network failed, or the engine can't walk this graph
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
