import { useNavigate } from "@tanstack/react-router";
import { useRef, useSyncExternalStore } from "react";
import { useLandmark } from "react-aria/useLandmark";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import * as exchangeWords from "../../strings/en/dashboard/builder/exchange.ts";
import * as previewWords from "../../strings/en/dashboard/builder/preview.ts";
import { keys as keysTitle } from "../../strings/en/dashboard/keys.ts";
import { BarActions } from "../../ui/barActions.tsx";
import { Button } from "../../ui/button.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { Toolbar as Buttons } from "../../ui/toolbar.tsx";
import { useAnnounce } from "./editing/announcer.tsx";
import { useGraph } from "./editing/useEditor.ts";
import { formText } from "./exchange/formText.ts";
import { People } from "./presence/people.tsx";
import { ProblemsButton } from "./problems/problemsButton.tsx";
import { SavingStatus } from "./saving/savingStatus.tsx";
import type { PanelName } from "./shown.ts";
import { useIsPhone } from "./useIsPhone.ts";
import type { Work } from "./work.ts";
import styles from "./workspace.module.css";

/** The form as a whole, at the end of its bar: save status, problems, preview and publishing. A phone has room for publishing. */
export function Toolbar({ work }: { work: Work }) {
  const { session, saving, show } = work;
  const isKept = useSyncExternalStore(session.keeper.subscribe, session.keeper.isKept);
  const region = useRef<HTMLElement>(null);
  // a button that had the focus before may be gone
  const focus = () => region.current?.querySelector("button")?.focus();
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.toolbar, focus }, region);
  const isPhone = useIsPhone();
  const openPanel = (panel: PanelName) => () => show({ kind: "panel", panel });
  const onExport = useExport(work);
  const navigate = useNavigate();
  const toTranslations = () => void navigate({ to: "/forms/$slug/translations", params: { slug: work.slug } });
  return (
    <BarActions>
      <section ref={region} {...landmarkProps} className={styles.toolbar}>
        <People />
        <SavingStatus saving={saving} isKept={isKept} onSaveNow={session.saver.hurry} />
        <Buttons className={styles.buttons} label={words.toolbar}>
          {!isPhone && (
            <>
              <ProblemsButton work={work} />
              <Button icon="eye" onPress={() => show({ kind: "panel", panel: "preview", begun: work.walked })}>
                {previewWords.title}
              </Button>
              <Button icon="palette" aria-label={previewWords.design} onPress={openPanel("design")} />
            </>
          )}
          <Button look="primary" onPress={openPanel("publish")}>
            {words.publish}
          </Button>
          <ActionMenu
            label={exchangeWords.more}
            actions={[
              { id: "form", label: words.formSettings, icon: "flag", onAction: () => show({ kind: "form" }) },
              { id: "scores", label: words.scores, icon: "calculator", onAction: () => show({ kind: "scores" }) },
              { id: "design", label: previewWords.design, icon: "palette", onAction: openPanel("design") },
              { id: "translations", label: words.translations, icon: "languages", onAction: toTranslations },
              { id: "go", label: words.paletteTitle, keys: "Ctrl+K", onAction: openPanel("go") },
              { id: "keys", label: keysTitle, keys: "?", onAction: openPanel("keys") },
              { id: "export", label: exchangeWords.exportForm, startsGroup: true, onAction: onExport },
              { id: "elsewhere", label: exchangeWords.elsewhere, onAction: openPanel("elsewhere") },
              { id: "import", label: exchangeWords.importForm, onAction: openPanel("import") },
            ]}
          />
        </Buttons>
      </section>
    </BarActions>
  );
}

/** Returns a function that saves the form as a file. */
function useExport({ slug, title }: Work): () => void {
  const graph = useGraph();
  const announce = useAnnounce();
  return () => {
    saveFile(`${slug}.json`, new Blob([formText(title, graph)], { type: "application/json" }));
    announce(exchangeWords.exported);
  };
}
