import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { lazyPart } from "./lazyPart.ts";
import type { MenuAction } from "./menuPopover.tsx";
import { ButtonContext } from "./pressButton.tsx";

export type { MenuAction };

const loadPopover = () => import("./menuPopover.tsx");
const MenuPopover = lazyPart(loadPopover, "MenuPopover");

interface Props {
  /** accessible name of the button and the menu */
  label: string;
  actions: readonly MenuAction[];
  /** replaces the button with three dots */
  trigger?: ReactNode;
}

/** A button that opens a menu of actions for the thing beside it. */
export function ActionMenu({ label, actions, trigger }: Props) {
  const [focuses, setFocuses] = useState<"first" | "last" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // when it is needed, a newer build may have replaced it on the server
  useEffect(() => void loadPopover().catch(() => {}), []);
  const attributes = {
    ref: button,
    "aria-haspopup": "menu" as const,
    "aria-expanded": focuses !== null,
    onPress: () => setFocuses("first"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "ArrowDown") setFocuses("first");
      else if (event.key === "ArrowUp") setFocuses("last");
      else return;
      // a list around the button would move its focus
      event.stopPropagation();
      event.preventDefault();
    },
  };
  return (
    <>
      <ButtonContext value={attributes}>
        {trigger ?? <Button look="plain" size="small" icon="ellipsis" aria-label={label} />}
      </ButtonContext>
      {focuses && (
        <Suspense>
          <MenuPopover
            label={label}
            actions={actions}
            button={button}
            focuses={focuses}
            onClose={() => setFocuses(null)}
          />
        </Suspense>
      )}
    </>
  );
}
