import { type ReactNode, useEffect, useState } from "react";
import { Announcer } from "./editing/announcer.tsx";
import { EditorContext } from "./editing/useEditor.ts";
import { loadMerging } from "./lazyPanels.ts";
import { type OpenedForm, OpenedFormContext } from "./openForm.ts";
import { type Analyst, AnalystContext, openAnalyst } from "./problems/analyst.ts";
import { openSession, type Session } from "./saving/session.ts";

interface Props {
  slug: string;
  opened: OpenedForm;
  children(session: Session): ReactNode;
}

/** The editor of one form: its session and the analysis, around the workspace. */
export function Builder({ slug, opened, children }: Props) {
  const [session] = useState(
    () => opened.session ?? openSession(opened.form.id, opened.graph, opened.etag, loadMerging),
  );
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
          <OpenedFormContext value={opened}>{children(session)}</OpenedFormContext>
        </Announcer>
      </AnalystContext>
    </EditorContext>
  );
}
