import { useState } from "react";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { SelectionBar } from "../../ui/selectionBar.tsx";
import { tell } from "../../ui/toasts.tsx";
import { useFormCan } from "../form/useFormCan.ts";
import type { ResponseColumn } from "./columns.ts";
import { EraseDialog } from "./eraseDialog.tsx";
import { selectedCsv } from "./export/selectedCsv.ts";

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
  const mayErase = useFormCan(slug)("responses:write");
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
      {mayErase && (
        <Button size="small" look="danger" icon="trash-2" onPress={() => setErasing(true)}>
          {words.deleteSelected}
        </Button>
      )}
      {isErasing && (
        <EraseDialog slug={slug} ids={rows.map(({ id }) => id)} onErased={onErased} onClose={() => setErasing(false)} />
      )}
    </SelectionBar>
  );
}
