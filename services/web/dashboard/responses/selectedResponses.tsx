import { Suspense, useState } from "react";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import { tagOpen } from "../../strings/en/dashboard/corrections.ts";
import { print } from "../../strings/en/dashboard/printing.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { SelectionBar } from "../../ui/selectionBar.tsx";
import { tell } from "../../ui/toasts.tsx";
import { useFormCan } from "../form/useFormCan.ts";
import type { ResponseColumn } from "./columns.ts";
import { EraseDialog } from "./eraseDialog.tsx";
import { selectedCsv } from "./export/selectedCsv.ts";

const TagSelected = lazyPart(() => import("./correction/tagSelected.tsx"), "TagSelected");
const PrintSheets = lazyPart(() => import("./print/printSheets.tsx"), "PrintSheets");

interface Props {
  slug: string;
  rows: readonly SessionListItem[];
  columns: readonly ResponseColumn[];
  onErased(ids: readonly string[]): Promise<void> | void;
  onClear(): void;
}

/** Actions for the selected responses. */
export function SelectedResponses({ slug, rows, columns, onErased, onClear }: Props) {
  const [isErasing, setErasing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [isTagging, setTagging] = useState(false);
  const mayChange = useFormCan(slug)("responses:write");
  const save = () => {
    const csv = selectedCsv(
      rows,
      columns.filter((column) => column.kind === "question"),
    );
    saveFile(`${slug}-selected-responses.csv`, new Blob([csv], { type: "text/csv;charset=utf-8" }));
    tell(words.exportedSelected(rows.length));
  };
  return (
    <SelectionBar count={rows.length} onClear={onClear}>
      <Button size="small" icon="download" onPress={save}>
        {words.exportSelected}
      </Button>
      <Button size="small" onPress={() => setPrinting(true)}>
        {print}
      </Button>
      {mayChange && (
        <Button size="small" onPress={() => setTagging(true)}>
          {tagOpen}
        </Button>
      )}
      {mayChange && (
        <Button size="small" look="danger" icon="trash-2" onPress={() => setErasing(true)}>
          {words.deleteSelected}
        </Button>
      )}
      {isTagging && (
        <Suspense>
          <TagSelected slug={slug} ids={rows.map(({ id }) => id)} onClose={() => setTagging(false)} />
        </Suspense>
      )}
      {isPrinting && (
        <Suspense>
          <PrintSheets slug={slug} ids={rows.map(({ id }) => id)} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
      {isErasing && (
        <EraseDialog slug={slug} ids={rows.map(({ id }) => id)} onErased={onErased} onClose={() => setErasing(false)} />
      )}
    </SelectionBar>
  );
}
