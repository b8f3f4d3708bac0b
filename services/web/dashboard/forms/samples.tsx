import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import { isSecondClick } from "../../parts/doubleClick.ts";
import { problemText } from "../../parts/failed.tsx";
import { Notice } from "../../parts/notice.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";
import styles from "./forms.module.css";
import { type Sample, samples } from "./samples.ts";
import { useCreateForm } from "./useCreateForm.ts";

/** One click makes a form of a sample and publishes it. */
export function Samples({ onMade }: { onMade: (form: FormDetail) => void }) {
  return (
    <ul className={styles.samples}>
      {samples.map((sample) => (
        <li key={sample.id}>
          <SampleButton sample={sample} onMade={onMade} />
        </li>
      ))}
    </ul>
  );
}

function SampleButton({ sample, onMade }: { sample: Sample; onMade: (form: FormDetail) => void }) {
  const create = useCreateForm(async () => ({ ...(await sample.load()), isPublished: true }));
  return (
    <>
      <button
        type="button"
        className={styles.sample}
        data-pending={create.isPending || undefined}
        onClick={() => create.isPending || isSecondClick() || create.mutate(undefined, { onSuccess: onMade })}
      >
        <strong>{sample.title}</strong> <span>{words.sampleTexts[sample.id]}</span>
      </button>
      {create.error && <Notice kind="danger">{problemText(create.error)}</Notice>}
    </>
  );
}
