import { LRUCache } from "lru-cache";
import type { PresentPerson } from "../../shared/api/shapes/presence.ts";

/** A window of the builder and its person. */
export interface Said extends PresentPerson {
  form_id: string;
  client_id: string;
}

export interface Presence {
  say(said: Said): void;
  /** Returns everybody in the builder of a form but this person, each once, by their names. */
  others(formId: string, userId: string | null): PresentPerson[];
}

/** ms. A window says it every 15 s. */
const keptFor = 40_000;
const formLimit = 5_000;
const windowLimit = 30;

/**
 * People who edit a form, for a short time, in the memory of each copy. A copy tells the others what a window said (`presenceEvent`). If
 * that is lost, the window says it again soon. The copy's own clock counts.
 */
export function openPresence(): Presence {
  const forms = new LRUCache<string, LRUCache<string, Said>>({ max: formLimit, ttl: keptFor });
  return {
    say(said) {
      const windows = forms.get(said.form_id) ?? new LRUCache({ max: windowLimit, ttl: keptFor });
      windows.set(said.client_id, said);
      forms.set(said.form_id, windows);
    },
    others(formId, userId) {
      const people = new Map<string, PresentPerson>();
      // newest first; of a person's windows, the newest with a question counts
      for (const { id, name, node_id } of forms.get(formId)?.values() ?? [])
        if (id !== userId && !people.get(id)?.node_id) people.set(id, { id, name, node_id });
      return [...people.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
    },
  };
}

export const presenceEvent = "forms.presence";
