import { Suspense, useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import { useGraph } from "../editing/useEditor.ts";
import { ShowIfDialog } from "../lazyPanels.ts";
import { hideableNodes } from "../model/nodes.ts";

/** Opens the condition of several questions. */
export function ShowIfButton({ ids, size }: { ids: readonly string[]; size?: "small" }) {
  const [isOpen, setOpen] = useState(false);
  const nodes = hideableNodes(useGraph(), ids);
  if (nodes.length === 0) return null;
  return (
    <>
      <Button {...(size && { size })} onPress={() => setOpen(true)}>
        {words.showTheseIf}
      </Button>
      {isOpen && (
        <Suspense>
          <ShowIfDialog nodes={nodes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
