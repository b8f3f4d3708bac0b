import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ButtonContext, type ButtonProps } from "react-aria-components";
import { Button } from "./button.tsx";
import { lazyPart } from "./lazyPart.ts";
import type { MenuAction } from "./menuPopover.tsx";

export type { MenuAction };

type KeyboardEvent = Parameters<NonNullable<ButtonProps["onKeyDown"]>>[0];

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
      // else a list around the button and the page's shortcuts would miss its keys
      else event.continuePropagation();
    },
  };
  return (
    <>
      <ButtonContext.Provider value={attributes}>
        {trigger ?? <Button look="plain" size="small" icon="ellipsis" aria-label={label} />}
      </ButtonContext.Provider>
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
