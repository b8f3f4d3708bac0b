import { useEffect, useState } from "react";
import { type Editor, openEditor } from "./editing/editor.ts";
import { EditorContext } from "./editing/useEditor.ts";
import { Announcer } from "./list/announcer.tsx";
import type { OpenedForm } from "./openForm.ts";
import { type Analyst, AnalystContext, openAnalyst } from "./problems/analyst.ts";
import { Workspace } from "./workspace.tsx";

/** The editor of one form: what is edited, what looks for problems, and around them what is seen. */
export function Builder({ slug, opened }: { slug: string; opened: OpenedForm }) {
  const [editor] = useState<Editor>(() => openEditor(opened.graph));
  const [analyst, setAnalyst] = useState<Analyst | null>(null);
  useEffect(() => {
    const started = openAnalyst();
    setAnalyst(started);
    return started.close;
  }, []);
  return (
    <EditorContext value={editor}>
      <AnalystContext value={analyst}>
        <Announcer>
          <Workspace slug={slug} opened={opened} editor={editor} />
        </Announcer>
      </AnalystContext>
    </EditorContext>
  );
}
