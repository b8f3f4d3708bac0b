import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import * as words from "../../strings/en/page.ts";

interface Props {
  form: PublicForm | null;
  /** 0 to 1; null: nothing is being answered */
  progress: number | null;
}

/** The logo, and how far the respondent has come. */
export function Head({ form, progress }: Props) {
  const logo = form?.theme.logo_url;
  return (
    <header class="page-head">
      {progress !== null && (
        <progress class="page-progress" value={progress} max={1} aria-label={words.progress} lang="en" />
      )}
      {logo && <img class="page-logo" src={logo} alt={form.form.title} />}
    </header>
  );
}
