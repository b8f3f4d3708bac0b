import * as words from "../../strings/en/dashboard/forms.ts";
import { isSecondClick } from "../../ui/doubleClick.ts";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./forms.module.css";
import { type PictureKind, TemplatePicture } from "./templatePicture.tsx";
import { useCreateForm, useOpenBuilder } from "./useCreateForm.ts";

/** The sample questionnaires, loaded on use. */
export interface Sample {
  id: string;
  title: string;
  picture: PictureKind;
  load(): Promise<{ title: string; graph: unknown }>;
}

const read = (loading: Promise<{ default: { title: string; graph: unknown } }>) => loading.then((file) => file.default);

// biome-ignore format: a table, one row a line
export const samples: readonly Sample[] = [
  { id: "nps", picture: "scale", title: "Would you recommend us? (NPS)", load: () => read(import("../../../../shared/domain/samples/nps.json", { with: { type: "json" } })) },
  { id: "allTypes", picture: "stars", title: "Conference feedback", load: () => read(import("../../../../shared/domain/samples/all-types.json", { with: { type: "json" } })) },
  { id: "phq9", picture: "result", title: "Patient Health Questionnaire (PHQ-9)", load: () => read(import("../../../../shared/domain/samples/phq-9.json", { with: { type: "json" } })) },
  { id: "gad7", picture: "result", title: "Generalized Anxiety Disorder scale (GAD-7)", load: () => read(import("../../../../shared/domain/samples/gad-7.json", { with: { type: "json" } })) },
  { id: "who5", picture: "scale", title: "WHO (Five) Well-Being Index (WHO-5)", load: () => read(import("../../../../shared/domain/samples/who-5.json", { with: { type: "json" } })) },
  { id: "sus", picture: "options", title: "System Usability Scale (SUS)", load: () => read(import("../../../../shared/domain/samples/sus.json", { with: { type: "json" } })) },
  { id: "audit", picture: "options", title: "Alcohol Use Disorders Identification Test (AUDIT)", load: () => read(import("../../../../shared/domain/samples/audit.json", { with: { type: "json" } })) },
];

/** Templates whose title or text matches the search, at most `limit`. */
export function Templates({ search = "", limit = samples.length }: { search?: string; limit?: number }) {
  const wanted = search.trim().toLowerCase();
  const found = samples.filter(({ id, title }) => `${title} ${words.templateTexts[id]}`.toLowerCase().includes(wanted));
  if (found.length === 0) return <p role="status">{words.noTemplates}</p>;
  return (
    <ul className={styles.templates}>
      {found.slice(0, limit).map((sample) => (
        <li key={sample.id}>
          <Template sample={sample} />
        </li>
      ))}
    </ul>
  );
}

/** A template. A click creates a form from it and opens the builder. */
function Template({ sample }: { sample: Sample }) {
  const openBuilder = useOpenBuilder();
  const create = useCreateForm(() => sample.load());
  return (
    <>
      <button
        type="button"
        className={styles.template}
        data-pending={create.isPending || undefined}
        onClick={() =>
          create.isPending ||
          isSecondClick() ||
          create.mutate(undefined, { onSuccess: ({ slug }) => openBuilder(slug) })
        }
      >
        <TemplatePicture kind={sample.picture} />
        <span className={styles.templateTexts}>
          <strong>{sample.title}</strong>
          <span>{words.templateTexts[sample.id]}</span>
        </span>
      </button>
      {create.error && <Notice kind="danger">{problemText(create.error)}</Notice>}
    </>
  );
}
