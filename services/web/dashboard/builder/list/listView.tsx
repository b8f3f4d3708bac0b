import { mediaQuery } from "../../../ui/mediaQuery.ts";
import type { Found } from "../problems/useProblems.ts";
import { NodeList } from "./nodeList.tsx";
import { PagePreview } from "./pagePreview.tsx";

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
  return (
    <>
      <NodeList problems={found.problems} {...actions} />
      {hasPage && <PagePreview slug={slug} title={title} found={found} />}
    </>
  );
}
