import type { render as Render } from "preact";
import type { openLanguages } from "./languages/opening.ts";
import type { Head, layoutOf } from "./page.tsx";
import type { PageData } from "./pageData.ts";
import type { NoticeScreen } from "./screens/noticeScreen.tsx";

/** For screens before the page (resuming/, checking/). Passed by the first chunk: importing them would split it. */
export interface Drawing {
  render: typeof Render;
  openLanguages(data: PageData): Promise<Awaited<ReturnType<typeof openLanguages>> | null | undefined>;
  Head: typeof Head;
  layoutOf: typeof layoutOf;
  Notice: typeof NoticeScreen;
}
