import { Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { mediaQuery } from "../../../ui/mediaQuery.ts";
import { useGraph } from "../editing/useEditor.ts";
import { EmptyCanvas } from "../lazyPanels.ts";
import type { Found } from "../problems/useProblems.ts";
import styles from "./list.module.css";
import { NodeList } from "./nodeList.tsx";
import { PreviewedContext } from "./nodeRow.tsx";

// it shows the respondent's page, which loads longer than the list
const PagePreview = lazyPart(() => import("./pagePreview.tsx"), "PagePreview");

interface Props {
  slug: string;
  title: string;
  found: Found;
  onAdd(): void;
  /** Opens the form's settings. */
  onSettings(): void;
  /** Opens the settings of a page. */
  onPage(page: string): void;
}

const useHasPage = mediaQuery("(width >= 75rem)");

/** The questions as a list, and the selected one on the respondent's page. */
export default function ListView({ slug, title, found, ...actions }: Props) {
  const hasPage = useHasPage();
  const [previewed, setPreviewed] = useState<string | null>(null);
  const isEmpty = useGraph().nodes.length === 0;
  const start = (
    <section className={styles.start}>
      <EmptyCanvas />
    </section>
  );
  if (isEmpty && !hasPage) return start;
  return (
    <>
      <PreviewedContext value={previewed}>
        <NodeList problems={found.problems} {...actions} />
      </PreviewedContext>
      {isEmpty && start}
      {!isEmpty && hasPage && (
        <Suspense fallback={<section className={styles.page} />}>
          <PagePreview slug={slug} title={title} found={found} onWalk={setPreviewed} />
        </Suspense>
      )}
    </>
  );
}
