import type { PageData } from "./pageData.ts";

export function Page({ form }: PageData) {
  return <main>{form?.form.title}</main>;
}
