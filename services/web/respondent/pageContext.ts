import type { ComponentType } from "preact";
import type { RespondentState } from "./walk/state.ts";

/** How the page is shown, and how it redirects. */
export interface PageContext {
  isKiosk: boolean;
  redirect(url: string): void;
  /** below a question, once it is loaded */
  Foot?: ComponentType<{ state: RespondentState }>;
}
