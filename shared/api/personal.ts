import type { Revision } from "./shapes/corrections.ts";
import type { SessionEvent } from "./shapes/events.ts";
import type { SessionDetail } from "./shapes/sessions.ts";

/**
 * Responses without personal data (wants §21.5): answers to the nodes, hidden fields, the link's reference and the user agent. Scores and
 * bands stay.
 */

export function withoutPersonal<Detail extends SessionDetail>(detail: Detail, nodes: ReadonlySet<string>): Detail {
  return {
    ...detail,
    answers: detail.answers.filter(({ node_id }) => !nodes.has(node_id)),
    hidden: {},
    metadata: { user_agent: null },
    reference: null,
  };
}

export const eventWithoutPersonal = (event: SessionEvent, nodes: ReadonlySet<string>): SessionEvent => ({
  ...event,
  data: { ...event.data, session: withoutPersonal(event.data.session, nodes) },
});

/** Leaves out changes of personal answers. A correction stays, also if it has no other changes. */
export const revisionWithoutPersonal = (revision: Revision, nodes: ReadonlySet<string>): Revision => ({
  ...revision,
  changes: revision.changes.filter(({ node_id }) => !nodes.has(node_id)),
});

/** Returns the answers of other nodes. */
export const answersWithoutPersonal = <Value>(
  answers: Readonly<Record<string, Value>>,
  nodes: ReadonlySet<string>,
): Record<string, Value> => Object.fromEntries(Object.entries(answers).filter(([nodeId]) => !nodes.has(nodeId)));
