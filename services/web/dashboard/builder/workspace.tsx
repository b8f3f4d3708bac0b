import { lazy, Suspense, useCallback, useContext, useState, useSyncExternalStore } from "react";
import type { Problem } from "../../../../shared/domain/graph/types.ts";
import * as canvasWords from "../../strings/en/dashboard/builder/canvas.ts";
import { exported } from "../../strings/en/dashboard/builder/exchange.ts";
import { builderKeys } from "../../strings/en/dashboard/keys.ts";
import { KeysDialog } from "../../ui/keysHelp.tsx";
import { TitleOfForm } from "../../ui/page.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { EditBar, type TidyUp } from "./editBar.tsx";
import { useAnnounce } from "./editing/announcer.tsx";
import { useClipboardKeys } from "./editing/useClipboardKeys.ts";
import { useEditorState } from "./editing/useEditor.ts";
import { formText } from "./exchange/graphText.ts";
import { FormInspector } from "./inspector/formInspector.tsx";
import { NodeInspector } from "./inspector/nodeInspector.tsx";
import type { Wanted } from "./inspector/place.tsx";
import type { OpenedForm } from "./openForm.ts";
import { AddPicker } from "./palette/addPicker.tsx";
import type { Panel } from "./panel.ts";
import { PreviewPanel } from "./preview/previewPanel.tsx";
import { useAnalyst } from "./problems/analyst.ts";
import type { DryRun } from "./problems/dryRun.ts";
import { fieldOf } from "./problems/place.ts";
import { ProblemsPanel } from "./problems/problemsPanel.tsx";
import { useProblems } from "./problems/useProblems.ts";
import { PreviousContext } from "./problems/useProblemText.ts";
import { PublishDialog } from "./publishing/publishDialog.tsx";
import { Conflicts } from "./saving/conflicts.tsx";
import { KeptOffers } from "./saving/keptOffer.tsx";
import type { Session } from "./saving/session.ts";
import { Toolbar } from "./toolbar.tsx";
import { useKeys } from "./useKeys.ts";
import { useView } from "./useView.ts";
import { loadView } from "./views.ts";
import styles from "./workspace.module.css";

const Canvas = lazy(loadView.canvas);
const ListView = lazy(loadView.list);
const ImportDialog = lazy(() => import("./exchange/importDialog.tsx"));

const untouched: DryRun = { answers: [], hidden: {} };

interface Props {
  slug: string;
  opened: OpenedForm;
  session: Session;
}

export function Workspace({ slug, opened, session }: Props) {
  const { editor, saver, keeper } = session;
  const { history, selected, selection } = useEditorState();
  const { graph } = history;
  // it may have been renamed since it was opened
  const title = useContext(TitleOfForm) ?? opened.title;
  const announce = useAnnounce();
  const analyst = useAnalyst();
  const [published, setPublished] = useState(opened.published);
  const [panel, setPanel] = useState<Panel>(null);
  const [run, setRun] = useState<DryRun>(untouched);
  const saving = useSyncExternalStore(saver.subscribe, saver.state);
  const isKept = useSyncExternalStore(keeper.subscribe, keeper.isKept);
  const found = useProblems(analyst, graph, published);
  const [view, setView] = useView();
  const [tidyUp, setTidyUp] = useState<TidyUp | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const inspect = useCallback((place: string | null = null) => setWanted({ place }), []);
  useKeys(found.problems, setPanel);
  useClipboardKeys();
  const node = graph.nodes.find(({ id }) => id === selected);
  const close = () => setPanel(null);
  const openPalette = useCallback(() => setPanel("go"), []);
  const openSettings = useCallback(() => {
    editor.select(null);
    inspect("entry");
  }, [editor, inspect]);
  const save = () => {
    saveFile(`${slug}.json`, new Blob([formText(title, graph)], { type: "application/json" }));
    announce(exported);
  };
  const fix = (problem: Problem) => {
    editor.select(problem.node_id ?? null);
    inspect(fieldOf(problem, graph));
  };
  const play = (next: DryRun) => {
    setRun(next);
    setPanel("preview");
  };
  return (
    <PreviousContext value={published}>
      <div className={styles.workspace}>
        <h1 className="visually-hidden">{title}</h1>
        <Toolbar saving={saving} isKept={isKept} saver={saver} found={found} onOpen={setPanel} onExport={save} />
        <div className={styles.above}>
          <KeptOffers formId={opened.form.id} />
          {saving.phase === "conflict" && <Conflicts conflicts={saving.conflicts} onResolved={saver.resolve} />}
          {panel === "problems" && <ProblemsPanel found={found} onPlay={play} onFix={fix} onClose={close} />}
        </div>
        <div className={styles.stage} data-view={view}>
          <EditBar view={view} onView={setView} tidyUp={tidyUp} onAdd={openPalette} />
          <div
            className={styles.columns}
            data-view={view}
            data-inspecting={node ? true : undefined}
            data-previewing={panel === "preview" || undefined}
          >
            {panel === "preview" && (
              <PreviewPanel
                slug={slug}
                title={title}
                form={opened.form}
                found={found}
                begun={run}
                onClose={() => {
                  setRun(untouched);
                  close();
                }}
              />
            )}
            <Suspense fallback={<p>{canvasWords.loading}</p>}>
              {view === "list" ? (
                <ListView
                  slug={slug}
                  title={title}
                  found={found}
                  isPreviewing={panel === "preview"}
                  onAdd={openPalette}
                  onSettings={openSettings}
                />
              ) : (
                <Canvas problems={found.problems} onInspect={inspect} onTidyUp={setTidyUp} />
              )}
            </Suspense>
            <div className={styles.inspector}>
              {node ? (
                <NodeInspector
                  key={selection}
                  node={node}
                  takesFocus={view === "list"}
                  wanted={wanted}
                  problems={found.problems.filter(({ node_id }) => node_id === node.id)}
                />
              ) : (
                <FormInspector wanted={wanted} />
              )}
            </div>
          </div>
        </div>
        {panel === "publish" && (
          <PublishDialog
            slug={slug}
            saver={saver}
            found={found}
            previous={published}
            onPublished={() => setPublished(graph)}
            onFix={(problem) => {
              close();
              fix(problem);
            }}
            onClose={() => setPanel((now) => (now === "publish" ? null : now))}
          />
        )}
        {panel === "keys" && <KeysDialog keys={builderKeys} onClose={close} />}
        <Suspense>
          {panel === "import" && <ImportDialog onClose={close} />}
          {panel === "go" && <AddPicker onAdded={() => view === "canvas" && inspect()} onClose={close} />}
        </Suspense>
      </div>
    </PreviousContext>
  );
}
