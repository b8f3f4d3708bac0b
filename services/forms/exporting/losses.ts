/** A part of a form that a format can't say (wants §25). */
export interface Loss {
  /** null for the form itself */
  node_id: string | null;
  reason: string;
}

/** Thrown for a part that a format can't say. The message says why, as a whole sentence. */
export class Unsayable extends Error {}

/** Losses by node. */
export class Losses {
  private readonly found = new Map<string | null, Set<string>>();

  add(nodeId: string | null, reason: string): void {
    const reasons = this.found.get(nodeId) ?? new Set();
    this.found.set(nodeId, reasons.add(reason));
  }

  /** Returns what `say` returns, or undefined and a loss if it can't be said. `what` names the part at the loss. */
  attempt<T>(nodeId: string | null, what: string, say: () => T): T | undefined {
    try {
      return say();
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      this.add(nodeId, what === "" ? error.message : `${what}: ${error.message}`);
      return undefined;
    }
  }

  /** Returns all losses: those of the form, then those of nodes in the order of the graph. */
  inOrder(ids: readonly string[]): Loss[] {
    const keys = [null, ...new Set(ids)];
    return keys.flatMap((id) => [...(this.found.get(id) ?? [])].map((reason) => ({ node_id: id, reason })));
  }
}

/** What end screens lose in formats whose ends only show a text: the setting and the reason. */
export const endLosses = [
  ["redirect_url", "It doesn't redirect."],
  ["show_score", "The score isn't shown."],
  ["show_answers", "Answers can't be printed at the end."],
  ["show_calculations", "Scores aren't listed at the end."],
  ["outcome", "Its outcome is left out."],
] as const;
