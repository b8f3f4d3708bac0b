import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import { localized } from "../../../../../shared/domain/graph/translations/translations.ts";
import type { Graph, Texts } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { type Device, DevicePreview } from "../../../ui/devicePreview.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { englishName, nativeName } from "../../../ui/languageNames.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { useGraph } from "../editing/useEditor.ts";
import type { OpenedForm } from "../openForm.ts";
import { onlyNode } from "../preview/onlyNode.ts";
import { formOf } from "../preview/previewed.ts";
import { useWalkable } from "../preview/useWalkable.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./translations.module.css";

interface Props {
  form: FormDetail;
  opened: OpenedForm;
  language: string;
  /** the question to show; the start by default */
  nodeId: string | null;
}

const icons = { phone: "smartphone", computer: "monitor" } as const;

/** The question of the current text on the respondent's page, in the language. */
export function TranslationPreview({ form, opened, language, nodeId }: Props) {
  const [device, setDevice] = useState<Device>("phone");
  const shown = useShownForm({ form, opened, language, nodeId });
  return (
    <>
      <div className={styles.previewHead}>
        <h2 lang={language}>{words.previewIn(nativeName(language))}</h2>
        <Segmented
          label={words.device}
          value={device}
          options={words.devices}
          icons={icons}
          hasIconsOnly
          onChange={setDevice}
        />
      </div>
      <div className={styles.device}>
        {shown && <DevicePreview device={device} form={shown.form} start={shown.start} title={words.frame} />}
      </div>
      <p className={styles.note}>
        <Icon name="info" size={16} />
        <span>{words.fallsBack(englishName(form.language))}</span>
      </p>
    </>
  );
}

/** Returns the form of one question in the language. The last one stays until the next is ready. */
function useShownForm({ form, opened, language, nodeId }: Props) {
  // typing comes first
  const graph = useDeferredValue(useGraph());
  const table = useQuestionTable();
  const texts = graph.translations?.[language];
  const { nodes, pages, calculations } = graph;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the graph, the texts depend on these parts alone
  const inLanguage = useMemo(() => translated(graph, texts ?? {}), [nodes, pages, calculations, texts]);
  const only = useMemo(
    () => onlyNode(inLanguage, nodeId ?? inLanguage.entry_node_id ?? null, table),
    [inLanguage, nodeId, table],
  );
  const walkable = useWalkable(only.graph);
  const fresh = useMemo(
    () =>
      walkable && {
        form: formOf({
          slug: form.slug,
          title: texts?.title || form.title,
          form: { ...opened.form, language },
          graph: walkable.graph,
        }),
        start: only.start,
      },
    [walkable, form.slug, form.title, texts?.title, opened, language, only],
  );
  const last = useRef(fresh);
  last.current = fresh ?? last.current;
  return last.current;
}

const translated = ({ translations: _, ...graph }: Graph, texts: Texts): Graph => localized(graph, texts).graph;
