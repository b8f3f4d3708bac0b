import type { render as Render } from "preact";
import type { Languages } from "./languages/languages.ts";
import type { PageData } from "./pageData.ts";
import type { NoticeScreen } from "./screens/noticeScreen.tsx";

/** For screens before the page (resuming/, checking/). Passed by the first chunk: importing them would split it. */
export interface Drawing {
  render: typeof Render;
  openLanguages(data: PageData): Promise<{ data: PageData; languages: Pick<Languages, "show"> } | null | undefined>;
  Notice: typeof NoticeScreen;
}
