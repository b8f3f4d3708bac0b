import { useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { TranslationsQuery } from "../../../../../shared/api/shapes/translations.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { problemText } from "../../../ui/failed.tsx";
import { saveFile } from "../../../ui/saveFile.ts";
import { tell } from "../../../ui/toasts.tsx";
import { dataOf } from "../../api/dataOf.ts";
import { api } from "../../api/service.ts";
import type { Session } from "../saving/session.ts";
import { useChangesKnown } from "./useTexts.ts";

/** Files of translators. A file goes to the service, and what it brings is merged into the page: Undo removes it. */
export function useFiles(form: FormDetail, session: Session) {
  const { slug } = form;
  const [isFilling, setFilling] = useState(false);
  const changes = useChangesKnown(form);
  const fill = async (file: File) => {
    const type = typeOf(file.name);
    if (!type) return tell(words.wrongFile);
    setFilling(true);
    try {
      if (!(await session.saver.settled())) return tell(words.notFilled);
      const before = session.editor.state().history.graph;
      const content = new Blob([file], { type });
      await dataOf(
        api.put("/api/v2/form/{slug}/draft/translations/", {
          path: { slug },
          content,
          ifMatch: session.saver.state().etag,
        }),
      );
      session.refresh(words.filled);
      await session.saver.settled();
      if (session.editor.state().history.graph === before) tell(words.nothingNew);
      await changes.ask();
    } catch (error) {
      tell(problemText(error as Error));
    } finally {
      setFilling(false);
    }
  };
  const download = async (query: TranslationsQuery) => {
    try {
      await session.saver.settled();
      const content = await dataOf(api.get("/api/v2/form/{slug}/draft/translations/", { path: { slug }, query }));
      const name = query.format === "xliff" ? `${slug}-${query.language}.xlf` : `${slug}-translations.csv`;
      saveFile(name, content);
    } catch (error) {
      tell(problemText(error as Error));
    }
  };
  return { fill, isFilling, download };
}

function typeOf(name: string): "text/csv" | "application/xliff+xml" | null {
  if (/\.(csv|tsv|txt)$/i.test(name)) return "text/csv";
  return /\.(xlf|xliff|xml)$/i.test(name) ? "application/xliff+xml" : null;
}
