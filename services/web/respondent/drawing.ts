import type { FunctionComponent, render as Render } from "preact";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import type { openLanguages } from "./languages/opening.ts";
import type { SwitcherProps } from "./languages/switcher.tsx";
import type { PageData } from "./pageData.ts";
import type { NoticeScreen } from "./screens/noticeScreen.tsx";
import type { RespondentState } from "./walk/state.ts";

/** Progress, the form and its languages, in the head of the page. */
export interface HeadProps {
  state: Pick<RespondentState, "form" | "screen" | "progress" | "count">;
  /** chooses another language; absent for forms that offer one */
  Switcher?: FunctionComponent<SwitcherProps> | undefined;
}

/** For screens before the page (resuming/, checking/). Passed by the first chunk: importing them would split it. */
export interface Drawing {
  render: typeof Render;
  openLanguages(data: PageData): Promise<Awaited<ReturnType<typeof openLanguages>> | null | undefined>;
  Head: FunctionComponent<HeadProps>;
  layoutOf(form: PublicForm | null): string | undefined;
  Notice: typeof NoticeScreen;
}
