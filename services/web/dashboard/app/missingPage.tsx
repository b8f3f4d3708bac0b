import { Link } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import * as words from "../../strings/en/dashboard/app.ts";

export function MissingPage() {
  return (
    <Page title={words.missingTitle}>
      <p>{words.missingText}</p>
      <Link to="/">{words.toForms}</Link>
    </Page>
  );
}
