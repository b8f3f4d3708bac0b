import type { FunctionComponent } from "preact";
import type { AfterEnd, Review } from "./checking/checking.ts";
import type { SwitcherProps } from "./languages/switcher.tsx";
import type { RespondentState } from "./walk/state.ts";

/** How the page is shown, and how it redirects. */
export interface PageContext {
  isKiosk: boolean;
  /** The session is stored under `pathform.<storedAs>`. */
  storedAs: string;
  /** chooses another language; drawn only for forms that offer several (languages/) */
  Switcher?: FunctionComponent<SwitcherProps> | undefined;
  /** below a question of forms that people finish on another device (resuming/), once it is loaded */
  Foot?: FunctionComponent<{ state: RespondentState }> | undefined;
  /** of forms whose respondents check, change or print all their answers (checking/), once they are loaded */
  Review?: typeof Review | undefined;
  AfterEnd?: typeof AfterEnd | undefined;
  redirect(url: string): void;
}
