import { readPageData } from "./pageData.ts";

readPageData(document);
