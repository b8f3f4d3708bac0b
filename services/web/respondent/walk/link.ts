import type { Started } from "../../../../shared/api/shapes/sessions.ts";
import type { Kept } from "./kept.ts";
import type { Notice } from "./notice.ts";

/** The personal link that the page was opened with (features §15). */
export interface PersonalLink {
  /** null if the page has none, but its form takes no other start */
  token: string | null;
  /** under which this device stores the session, whatever slug the form has */
  storedAs?: string;
  /** the page's query string, with the hidden fields that texts before Start recall */
  search: string;
  /** the person's language */
  language: string | null;
  /** why it doesn't open its form: its status */
  problem: string | null;
  /** Applies the reply to the start. */
  joined(kept: Kept, reply: Started): Kept;
  /** Shows the node after those that another device answered. */
  bounded(kept: Kept, isAsking: boolean | undefined): Kept;
  /** Returns the notice for a problem, in the page's language. */
  refusal(problem: string): Notice;
}
