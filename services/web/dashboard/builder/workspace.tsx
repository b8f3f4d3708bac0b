import { useNavigate } from "@tanstack/react-router";
import { Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Problem } from "../../../../shared/domain/graph/types.ts";
import { TitleOfForm } from "../../ui/page.tsx";
import { forgetIssues } from "../importing/importIssues.ts";
import { OpenDialog } from "./dialogs.tsx";
import { EditBar, type TidyUp } from "./editBar.tsx";
import { useTitlesOf } from "./editing/editedTitles.ts";
import { useClipboardKeys } from "./editing/useClipboardKeys.ts";
import { useEditorPart, useEditorState } from "./editing/useEditor.ts";
import { FormSide } from "./formSide.tsx";
import { ImportedIssues, ImportedMarks } from "./imported/importedIssues.tsx";
import { InspectorSide } from "./inspectorSide.tsx";
import { Conflicts, Formatting, preloadPanels } from "./lazyPanels.ts";
import type { OpenedForm, PublishedVersion } from "./openForm.ts";
import { PeopleContext, usePresence } from "./presence/usePresence.ts";
import { useAnalyst } from "./problems/analyst.ts";
import type { DryRun } from "./problems/dryRun.ts";
import { PreviousContext } from "./problems/useProblemContext.ts";
import { useProblems, useTold } from "./problems/useProblems.ts";
import { KeptOffers } from "./saving/keptOffers.tsx";
import type { Session } from "./saving/session.ts";
import { inspectedOf, noAnswers, placeToFix } from "./shown.ts";
import { Toolbar } from "./toolbar.tsx";
import { translationsSearchOf } from "./translations/problemSearch.ts";
import { useKeys } from "./useKeys.ts";
import { useShown } from "./useShown.ts";
import { useView } from "./useView.ts";
import type { View } from "./view.ts";
import { loadView } from "./views.ts";
import type { Work } from "./work.ts";
import styles from "./workspace.module.css";

interface Props {
  slug: string;
  opened: OpenedForm;
  session: Session;
}

/** The form's bar, the form, and what is open above and over it. */
export function Workspace(props: Props) {
  const [work, setView] = useWork(props);
  const { title, opened, session, saving, told, published, show, view } = work;
  useEffect(() => {
    const timer = setTimeout(() => void preloadPanels(loadView[view]()), 500);
    return () => clearTimeout(timer);
  }, [view]);
  const hasMarkup = useEditorPart(({ history }) => history.graph.markup !== undefined);
  useKeys(told.problems, show);
  useClipboardKeys();
  const people = usePresence(props.slug, session);
  return (
    <PreviousContext value={published?.graph ?? null}>
      <PeopleContext value={people}>
        <div className={styles.workspace}>
          <h1 className="visually-hidden">{title}</h1>
          <Toolbar work={work} />
          <div className={styles.above}>
            <Suspense>
              <KeptOffers formId={opened.form.id} />
              <ImportedIssues formId={opened.form.id} show={show} />
            </Suspense>
          </div>
          <ImportedMarks formId={opened.form.id}>
            <Stage work={work} onView={setView} />
          </ImportedMarks>
          <OpenDialog work={work} />
          <Suspense>
            {saving.phase === "conflict" && <Conflicts saving={saving} onResolved={session.saver.resolve} />}
          </Suspense>
          {hasMarkup && (
            <Suspense>
              <Formatting hasMarkup={isMarkedUp} />
            </Suspense>
          )}
        </div>
      </PeopleContext>
    </PreviousContext>
  );
}

/** Names of fields whose texts can have markup. Those of other editors aren't below `data-formats`. */
const isMarkedUp = (name: string): boolean => ["title", "description", "label", "message"].includes(name);

function useWork({ slug, opened, session }: Props): [Work, (view: View) => void] {
  const { graph } = useEditorState().history;
  useTitlesOf(graph);
  const [shown, show] = useShown();
  const [view, setView] = useView();
  const [published, setPublished] = useState(opened.published);
  const onPublished = (version: PublishedVersion) => {
    setPublished(version);
    forgetIssues(opened.form.id);
  };
  const [walked, onWalk] = useState(noAnswers);
  const saving = useSyncExternalStore(session.saver.subscribe, session.saver.state);
  // the owner may have renamed it since
  const title = useContext(TitleOfForm) ?? opened.title;
  const found = useProblems(useAnalyst(), graph, published?.graph ?? null, { ...opened.form, title });
  const told = useTold(found, shown.panel !== null);
  const navigate = useNavigate();
  const goTo = (problem: Problem) => {
    if (shown.panel !== null) show({ kind: "panel_closed", panel: shown.panel });
    const search = translationsSearchOf(problem);
    if (search === null) return show(placeToFix(problem, session.editor.state().history.graph));
    void navigate({ to: "/forms/$slug/translations", params: { slug }, search });
  };
  const play = (begun: DryRun) => show({ kind: "panel", panel: "preview", begun });
  return [
    {
      slug,
      title,
      goTo,
      play,
      opened,
      session,
      saving,
      found,
      told,
      view,
      shown,
      show,
      published,
      onPublished,
      walked,
      onWalk,
    },
    setView,
  ];
}

/** The edit bar, the form and the inspector. */
function Stage({ work, onView }: { work: Work; onView(view: View): void }) {
  const { view, shown } = work;
  const { history, selected } = useEditorState();
  const [tidyUp, setTidyUp] = useState<TidyUp | null>(null);
  const inspected = inspectedOf(shown, history.graph, selected, view);
  const inspector = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.stage} data-view={view}>
      <EditBar work={work} onView={onView} tidyUp={tidyUp} />
      <div
        className={styles.columns}
        data-view={view}
        data-inspecting={(inspected && inspected.kind !== "form") || undefined}
        data-empty={(history.graph.nodes.length === 0 && shown.side === null) || undefined}
      >
        <FormSide work={work} inspector={inspector} onTidyUp={setTidyUp} />
        <InspectorSide ref={inspector} inspected={inspected} work={work} />
      </div>
    </div>
  );
}
