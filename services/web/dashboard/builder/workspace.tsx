import { lazy, Suspense, useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { Problem } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import * as canvasWords from "../../strings/en/dashboard/builder/canvas.ts";
import { exported } from "../../strings/en/dashboard/builder/exchange.ts";
import { builderKeys } from "../../strings/en/dashboard/keys.ts";
import { Button } from "../../ui/button.tsx";
import { KeysDialog } from "../../ui/keysHelp.tsx";
import { TitleOfForm } from "../../ui/page.tsx";
import { Part } from "../../ui/part.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { EditBar, type TidyUp } from "./editBar.tsx";
import { useAnnounce } from "./editing/announcer.tsx";
import { useClipboardKeys } from "./editing/useClipboardKeys.ts";
import { useEditorState } from "./editing/useEditor.ts";
import { formText } from "./exchange/formText.ts";
import { NodeInspector } from "./inspector/nodeInspector.tsx";
import type { Wanted } from "./inspector/place.tsx";
import {
  Conflicts,
  FormInspector,
  ImportDialog,
  PageInspector,
  PreviewPanel,
  ProblemsPanel,
  PublishDialog,
  preloadPanels,
  ScoresPanel,
} from "./lazyPanels.ts";
import type { OpenedForm } from "./openForm.ts";
import { AddPicker } from "./palette/addPicker.tsx";
import { useAnalyst } from "./problems/analyst.ts";
import type { DryRun } from "./problems/dryRun.ts";
import { fieldOf, pageOfProblem, scoreIndexOf } from "./problems/place.ts";
import { useProblems } from "./problems/useProblems.ts";
import { PreviousContext } from "./problems/useProblemText.ts";
import { KeptOffers } from "./saving/keptOffers.tsx";
import type { Session } from "./saving/session.ts";
import { type Panel, Toolbar } from "./toolbar.tsx";
import { useKeys } from "./useKeys.ts";
import { useView } from "./useView.ts";
import { loadView } from "./views.ts";
import styles from "./workspace.module.css";

const Canvas = lazy(loadView.canvas);
const ListView = lazy(loadView.list);

const untouched: DryRun = { answers: [], hidden: {} };

/** Contents of the inspector if no node is selected. */
type Aside = { panel: "form" } | { panel: "page"; id: string } | { panel: "scores"; wanted: number | null };

interface Props {
  slug: string;
  opened: OpenedForm;
  session: Session;
}

export function Workspace({ slug, opened, session }: Props) {
  const { editor, saver, keeper } = session;
  const { history, selected, selection } = useEditorState();
  const { graph } = history;
  // the owner may have renamed it since
  const title = useContext(TitleOfForm) ?? opened.title;
  const announce = useAnnounce();
  const analyst = useAnalyst();
  const [published, setPublished] = useState(opened.published);
  const [panel, setPanel] = useState<Panel>(null);
  const [run, setRun] = useState<DryRun>(untouched);
  /** answers of the preview so far, also after it closes */
  const [walked, setWalked] = useState<DryRun>(untouched);
  const saving = useSyncExternalStore(saver.subscribe, saver.state);
  const isKept = useSyncExternalStore(keeper.subscribe, keeper.isKept);
  const previous = published?.graph ?? null;
  const found = useProblems(analyst, graph, previous);
  const [view, setView] = useView();
  const [tidyUp, setTidyUp] = useState<TidyUp | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const inspect = useCallback((place: string | null = null) => setWanted({ place }), []);
  useEffect(() => {
    const timer = setTimeout(preloadPanels, 500);
    return () => clearTimeout(timer);
  }, []);
  useKeys(found.problems, setPanel);
  useClipboardKeys();
  const node = graph.nodes.find(({ id }) => id === selected);
  const close = () => setPanel(null);
  const openPalette = useCallback(() => setPanel("go"), []);
  const isCanvas = view === "canvas";
  const [aside, setAside] = useState<Aside | null>(null);
  const page = aside?.panel === "page" ? graph.pages?.find(({ id }) => id === aside.id) : undefined;
  const scores = aside?.panel === "scores" ? aside : null;
  const isInspecting =
    node !== undefined || page !== undefined || scores !== null || aside?.panel === "form" || !isCanvas;
  useEffect(() => {
    if (selected !== null) setAside(null);
  }, [selected]);
  const save = () => {
    saveFile(`${slug}.json`, new Blob([formText(title, graph)], { type: "application/json" }));
    announce(exported);
  };
  const openForm = (field = "entry") => {
    editor.select(null);
    setAside({ panel: "form" });
    inspect(field);
  };
  const openScores = (wanted: number | null = null) => {
    editor.select(null);
    setAside({ panel: "scores", wanted });
  };
  const openPage = useCallback(
    (id: string, field = "title") => {
      editor.select(null);
      setAside({ panel: "page", id });
      inspect(field);
    },
    [editor, inspect],
  );
  const fix = (problem: Problem) => {
    const score = scoreIndexOf(problem);
    if (score !== null) return openScores(score);
    const field = fieldOf(problem, graph);
    const ofPage = pageOfProblem(problem, graph);
    if (ofPage !== null) return openPage(ofPage, "nodes");
    if (problem.node_id === undefined) return openForm(field ?? undefined);
    editor.select(problem.node_id);
    inspect(field);
  };
  const play = (next: DryRun) => {
    setRun(next);
    setPanel("preview");
  };
  return (
    <PreviousContext value={previous}>
      <div className={styles.workspace}>
        <h1 className="visually-hidden">{title}</h1>
        <Toolbar
          saving={saving}
          isKept={isKept}
          saver={saver}
          found={found}
          onOpen={setPanel}
          onForm={() => openForm()}
          onScores={openScores}
          onExport={save}
        />
        <div className={styles.above}>
          <Suspense>
            <KeptOffers formId={opened.form.id} />
            {saving.phase === "conflict" && <Conflicts conflicts={saving.conflicts} onResolved={saver.resolve} />}
            {panel === "problems" && <ProblemsPanel found={found} onPlay={play} onFix={fix} onClose={close} />}
          </Suspense>
        </div>
        <div className={styles.stage} data-view={view}>
          <EditBar view={view} onView={setView} tidyUp={tidyUp} onAdd={openPalette} onScores={openScores} />
          <div
            className={styles.columns}
            data-view={view}
            data-inspecting={node || page || scores ? true : undefined}
            data-previewing={panel === "preview" || undefined}
          >
            <Suspense>
              {panel === "preview" && (
                <PreviewPanel
                  slug={slug}
                  title={title}
                  form={opened.form}
                  found={found}
                  begun={run}
                  onWalk={setWalked}
                  onClose={() => {
                    setRun(untouched);
                    close();
                  }}
                />
              )}
            </Suspense>
            <Part key={view}>
              <Suspense fallback={<p>{canvasWords.loading}</p>}>
                {view === "list" ? (
                  <ListView
                    slug={slug}
                    title={title}
                    found={found}
                    isPreviewing={panel === "preview"}
                    onAdd={openPalette}
                    onSettings={() => openForm()}
                    onPage={openPage}
                  />
                ) : (
                  <Canvas
                    problems={found.problems}
                    isInspecting={isInspecting}
                    onInspect={inspect}
                    onTidyUp={setTidyUp}
                    onPage={openPage}
                  />
                )}
              </Suspense>
            </Part>
            <div className={styles.inspector} hidden={!isInspecting}>
              <Part key={selection}>
                <Suspense>
                  {scores ? (
                    <ScoresPanel
                      key={scores.wanted}
                      run={walked}
                      wanted={scores.wanted}
                      problems={found.problems}
                      onPreview={() => setPanel("preview")}
                      onClose={() => setAside(null)}
                    />
                  ) : node ? (
                    <NodeInspector
                      key={selection}
                      node={node}
                      takesFocus={!isCanvas}
                      wanted={wanted}
                      problems={found.problems.filter(({ node_id }) => node_id === node.id)}
                    />
                  ) : page ? (
                    <PageInspector key={page.id} page={page} wanted={wanted} onClose={() => setAside(null)} />
                  ) : (
                    isInspecting && (
                      <>
                        {isCanvas && (
                          <div className={styles.closeForm}>
                            <Button look="plain" icon="x" aria-label={words.closeForm} onPress={() => setAside(null)} />
                          </div>
                        )}
                        <FormInspector wanted={wanted} />
                      </>
                    )
                  )}
                </Suspense>
              </Part>
            </div>
          </div>
        </div>
        {panel === "keys" && <KeysDialog keys={builderKeys} onClose={close} />}
        <Suspense>
          {panel === "publish" && (
            <PublishDialog
              slug={slug}
              saver={saver}
              found={found}
              previous={published}
              onPublished={setPublished}
              onFix={(problem) => {
                close();
                fix(problem);
              }}
              onClose={() => setPanel((now) => (now === "publish" ? null : now))}
            />
          )}
          {panel === "import" && <ImportDialog onClose={close} />}
          {panel === "go" && <AddPicker onAdded={() => isCanvas && inspect()} onClose={close} />}
        </Suspense>
      </div>
    </PreviousContext>
  );
}
