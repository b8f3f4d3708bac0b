import { renderToString } from "preact-render-to-string";
import { Page } from "./page.tsx";
import type { PageData } from "./pageData.ts";

export const renderPage = (data: PageData): string => renderToString(<Page {...data} />);
