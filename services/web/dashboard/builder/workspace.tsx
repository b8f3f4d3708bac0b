import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import type { Editor } from "./editing/editor.ts";
import { useEditorState } from "./editing/useEditor.ts";
import { useClipboardKeys } from "./exchange/useClipboardKeys.ts";
import { FormInspector } from "./inspector/formInspector.tsx";
import { NodeInspector } from "./inspector/nodeInspector.tsx";
import { useAnnounce } from "./list/announcer.tsx";
import { NodeList } from "./list/nodeList.tsx";
import type { OpenedForm } from "./openForm.ts";
import { PreviewPanel } from "./preview/previewPanel.tsx";
import type { DryRun } from "./preview/useTrace.ts";
import { useAnalyst } from "./problems/analyst.ts";
import { ProblemsPanel } from "./problems/problemsPanel.tsx";
import { useProblems } from "./problems/useProblems.ts";
import { PublishDialog } from "./publishing/publishDialog.tsx";
import { VersionsDialog } from "./publishing/versionsDialog.tsx";
import { Conflicts } from "./saving/conflicts.tsx";
import { KeptOffer } from "./saving/keptOffer.tsx";
import { useSaver } from "./saving/useSaver.ts";
import { Toolbar } from "./toolbar.tsx";
import { useKeys } from "./useKeys.ts";
import styles from "./workspace.module.css";

type Panel = "problems" | "preview" | "publish" | "versions" | null;

const untouched: DryRun = { answers: [], hidden: {} };

interface Props {
  slug: string;
  opened: OpenedForm;
  editor: Editor;
}

export function Workspace({ slug, opened, editor }: Props) {
  const { history, selected } = useEditorState();
  const { graph } = history;
  const announce = useAnnounce();
  const analyst = useAnalyst();
  const [published, setPublished] = useState(opened.published);
  const [panel, setPanel] = useState<Panel>(null);
  const [run, setRun] = useState<DryRun>(untouched);
  const [saver, saving] = useSaver({ slug, editor, etag: opened.etag, announce });
  const found = useProblems(analyst, graph, published);
  useKeys(found.problems);
  useClipboardKeys();
  const node = graph.nodes.find(({ id }) => id === selected);
  const close = () => setPanel(null);
  const play = (next: DryRun) => {
    setRun(next);
    setPanel("preview");
  };
  return (
    <div className={styles.workspace}>
      <Toolbar title={opened.title} saving={saving} saver={saver} found={found} onOpen={setPanel} />
      <KeptOffer kept={opened.kept} />
      {saving.phase === "conflict" && <Conflicts conflicts={saving.conflicts} onResolved={saver.resolve} />}
      {panel === "problems" && <ProblemsPanel found={found} onPlay={play} onClose={close} />}
      <div
        className={styles.columns}
        data-inspecting={node ? true : undefined}
        data-previewing={panel === "preview" || undefined}
      >
        {panel === "preview" && (
          <PreviewPanel
            slug={slug}
            opened={opened}
            found={found}
            begun={run}
            onClose={() => {
              setRun(untouched);
              close();
            }}
          />
        )}
        <NodeList problems={found.problems} />
        <div className={styles.inspector}>
          {node && (
            <div className={styles.back}>
              <Button onPress={() => editor.select(null)}>{words.backToList}</Button>
            </div>
          )}
          {node ? (
            <NodeInspector
              key={node.id}
              node={node}
              problems={found.problems.filter(({ node_id }) => node_id === node.id)}
            />
          ) : (
            <FormInspector />
          )}
        </div>
      </div>
      {panel === "publish" && (
        <PublishDialog
          slug={slug}
          saver={saver}
          found={found}
          previous={published}
          onPublished={() => setPublished(graph)}
          onShowProblems={() => setPanel("problems")}
          onClose={() => setPanel((now) => (now === "publish" ? null : now))}
        />
      )}
      {panel === "versions" && <VersionsDialog slug={slug} onClose={close} />}
    </div>
  );
}
