import { Page } from "../../parts/page.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";

export function HomePage() {
  return (
    <Page title={words.title}>
      <p>
        {words.introduction} <a href="/api/docs">{words.documentation}</a>
      </p>
    </Page>
  );
}
