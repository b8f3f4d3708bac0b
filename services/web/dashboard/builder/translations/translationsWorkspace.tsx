import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import { markupTexts } from "../../../../../shared/domain/graph/markup/texts.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as builderWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { BarActions } from "../../../ui/barActions.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { nativeName } from "../../../ui/languageNames.ts";
import { Skeleton } from "../../../ui/loaded.tsx";
import { mediaQuery } from "../../../ui/mediaQuery.ts";
import { useTitlesOf } from "../editing/editedTitles.ts";
import { useGraph } from "../editing/useEditor.ts";
import { Conflicts, Formatting } from "../lazyPanels.ts";
import type { OpenedForm } from "../openForm.ts";
import { KeptOffers } from "../saving/keptOffers.tsx";
import { SavingStatus } from "../saving/savingStatus.tsx";
import type { Session } from "../saving/session.ts";
import { AddLanguageDialog } from "./addLanguageDialog.tsx";
import { LanguagesSide } from "./languagesSide.tsx";
import { PublishFromHere } from "./publishFromHere.tsx";
import type { TextGroup } from "./rows.ts";
import { TextTable } from "./textTable.tsx";
import { TranslationPreview } from "./translationPreview.tsx";
import styles from "./translations.module.css";
import { useChanges, useGroups } from "./useTexts.ts";
import { useUndoKeys } from "./useUndoKeys.ts";

/** Returns whether the text of a key can have markup. */
function markedKeys(graph: Graph): (key: string) => boolean {
  const keys = new Set(["closed_message", ...markupTexts(graph).map(({ key }) => key)]);
  return (key) => keys.has(key);
}

interface Props {
  form: FormDetail;
  opened: OpenedForm;
  session: Session;
  isReadOnly: boolean;
}

/** The preview stands beside the texts, as in translations.module.css. Else a button opens it. */
const useIsWide = mediaQuery("(width >= 75rem)");

/** Languages, texts side by side, and the question of the text in the language. */
export function TranslationsWorkspace({ form, opened, session, isReadOnly }: Props) {
  const graph = useGraph();
  const groups = useGroups(form);
  useTitlesOf(graph);
  const marked = useMemo(() => markedKeys(graph), [graph]);
  const tags = useMemo(() => Object.keys(graph.translations ?? {}), [graph.translations]);
  const { changesOf, isKnown } = useChanges(session, form);
  const [language, setLanguage] = useLanguage(tags);
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<TextGroup | null>(null);
  const isWide = useIsWide();
  useUndoKeys();
  const add = isReadOnly ? null : () => setAdding(true);
  const preview = language !== null && (
    <TranslationPreview form={form} opened={opened} language={language} nodeId={shown?.nodeId ?? null} />
  );
  return (
    <div className={styles.page} data-formats>
      {graph.markup && (
        <Suspense>
          <Formatting hasMarkup={marked} />
        </Suspense>
      )}
      <h1 className="visually-hidden">{words.title}</h1>
      {!isReadOnly && <Bar form={form} opened={opened} session={session} preview={preview} />}
      <Suspense>
        <Offers formId={form.id} session={session} isReadOnly={isReadOnly} />
      </Suspense>
      {language === null ? (
        <div className={styles.empty}>
          <NoLanguages form={form} hasTexts={groups.length > 0 && graph.nodes.length > 0} onAdd={add} />
        </div>
      ) : !isKnown ? (
        <Skeleton />
      ) : (
        <div className={styles.columns}>
          <LanguagesSide
            form={form}
            session={session}
            groups={groups}
            tags={tags}
            language={language}
            changesOf={changesOf}
            isReadOnly={isReadOnly}
            onLanguage={setLanguage}
            onAdd={add}
          />
          <TextTable
            key={language}
            form={form}
            groups={groups}
            language={language}
            changes={changesOf(language)}
            isReadOnly={isReadOnly}
            onShown={setShown}
          />
          {isWide && (
            <aside className={styles.preview} aria-label={words.previewIn(nativeName(language))}>
              {preview}
            </aside>
          )}
        </div>
      )}
      {isAdding && (
        <AddLanguageDialog own={form.language} tags={tags} onAdded={setLanguage} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}

/** Texts kept on this device, and those that another person changed too. */
function Offers({ formId, session, isReadOnly }: { formId: string } & Pick<Props, "session" | "isReadOnly">) {
  const saving = useSyncExternalStore(session.saver.subscribe, session.saver.state);
  return (
    <>
      <div className={styles.above}>{!isReadOnly && <KeptOffers formId={formId} />}</div>
      {saving.phase === "conflict" && <Conflicts saving={saving} onResolved={session.saver.resolve} />}
    </>
  );
}

/** Returns the language in the URL if the form has it, else the first one, and a function that chooses another. */
function useLanguage(tags: readonly string[]): [string | null, (language: string) => void] {
  const { language } = useSearch({ from: "/layout/forms/$slug/translations" });
  const navigate = useNavigate({ from: "/forms/$slug/translations" });
  const choose = useCallback(
    (next: string) => void navigate({ search: (search) => ({ ...search, language: next }), replace: true }),
    [navigate],
  );
  return [tags.find((tag) => tag === language) ?? tags[0] ?? null, choose];
}

interface BarProps extends Pick<Props, "form" | "opened" | "session"> {
  preview: React.ReactNode;
}

function Bar({ form, opened, session, preview }: BarProps) {
  const saving = useSyncExternalStore(session.saver.subscribe, session.saver.state);
  const isKept = useSyncExternalStore(session.keeper.subscribe, session.keeper.isKept);
  const [open, setOpen] = useState<"publish" | "preview" | null>(null);
  const close = () => setOpen(null);
  const isWide = useIsWide();
  return (
    <BarActions>
      <section aria-label={builderWords.toolbar} className={styles.bar}>
        <SavingStatus saving={saving} isKept={isKept} onSaveNow={session.saver.hurry} />
        {preview && !isWide && <Button icon="eye" aria-label={words.preview} onPress={() => setOpen("preview")} />}
        <Button look="primary" onPress={() => setOpen("publish")}>
          {builderWords.publish}
        </Button>
      </section>
      {open === "publish" && <PublishFromHere form={form} opened={opened} session={session} onClose={close} />}
      {open === "preview" && (
        <Dialog title={words.preview} onClose={close}>
          {preview}
        </Dialog>
      )}
    </BarActions>
  );
}

function NoLanguages({ form, hasTexts, onAdd }: { form: FormDetail; hasTexts: boolean; onAdd: (() => void) | null }) {
  const navigate = useNavigate();
  if (!onAdd) return <EmptyState icon="languages" title={words.emptyTitle} text={words.emptyReadOnly} />;
  if (!hasTexts)
    return (
      <EmptyState icon="languages" title={words.noTexts} text={words.noTextsText}>
        <Button look="primary" onPress={() => void navigate({ to: "/forms/$slug/build", params: { slug: form.slug } })}>
          {words.toBuilder}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon="languages" title={words.emptyTitle} text={words.emptyText}>
      <Button look="primary" icon="plus" onPress={onAdd}>
        {words.addLanguage}
      </Button>
    </EmptyState>
  );
}
