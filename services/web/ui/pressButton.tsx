import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEventHandler,
  type SyntheticEvent,
  useContext,
} from "react";

export interface PressButtonProps extends Omit<ComponentProps<"button">, "disabled" | "onClick"> {
  isDisabled?: boolean | undefined;
  onPress?: MouseEventHandler<HTMLButtonElement> | undefined;
}

/** Properties of the button of a menu, which the menu gives to the trigger around which it is. */
export const ButtonContext = createContext<PressButtonProps>({});

/**
 * The browser's own button, a seventh of React Aria's in weight. A press ends here: a row around the button doesn't open, and
 * the page's shortcuts don't see its keys.
 */
export function PressButton(props: PressButtonProps) {
  const { isDisabled, onPress, onKeyDown, ...attributes } = { ...useContext(ButtonContext), ...props };
  return (
    <button
      type="button"
      // without one, Safari doesn't focus a button that is pressed
      tabIndex={isDisabled ? undefined : 0}
      {...attributes}
      disabled={isDisabled}
      onPointerDown={stop}
      onMouseDown={stop}
      onClick={(event) => {
        event.stopPropagation();
        onPress?.(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        keepPress(event);
      }}
    />
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

function keepPress(event: KeyboardEvent): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.stopPropagation();
  // a key that stays down presses once, and not what got the focus since
  if (event.repeat) event.preventDefault();
}
