import { render } from "preact";
import { Page } from "./page.tsx";
import { readPageData } from "./pageData.ts";

const root = document.getElementById("page");
if (root) render(<Page {...readPageData(document)} />, root);
