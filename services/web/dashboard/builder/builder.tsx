import { useEffect, useState } from "react";
import { Announcer } from "./editing/announcer.tsx";
import { EditorContext } from "./editing/useEditor.ts";
import { type OpenedForm, OpenedFormContext } from "./openForm.ts";
import { type Analyst, AnalystContext, openAnalyst } from "./problems/analyst.ts";
import { openSession } from "./saving/session.ts";
import { Workspace } from "./workspace.tsx";

/** The editor of one form: its session, the analysis, and the workspace around them. */
export function Builder({ slug, opened }: { slug: string; opened: OpenedForm }) {
  const [session] = useState(() => opened.session ?? openSession(opened.form.id, opened.graph, opened.etag));
  useEffect(() => session.show(slug), [session, slug]);
  const [analyst, setAnalyst] = useState<Analyst | null>(null);
  useEffect(() => {
    const started = openAnalyst();
    setAnalyst(started);
    return started.close;
  }, []);
  return (
    <EditorContext value={session.editor}>
      <AnalystContext value={analyst}>
        <Announcer>
          <OpenedFormContext value={opened}>
            <Workspace slug={slug} opened={opened} session={session} />
          </OpenedFormContext>
        </Announcer>
      </AnalystContext>
    </EditorContext>
  );
}
