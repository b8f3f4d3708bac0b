import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from "react";
import * as words from "../../strings/en/dashboard/members.ts";
import { Icon } from "../../ui/icon.tsx";
import { addressesIn, withAddresses } from "../people/addresses.ts";
import styles from "./invite.module.css";

interface Props {
  addresses: readonly string[];
  /** being typed */
  typed: string;
  /** Returns what is wrong with an address, or null. */
  faultOf: (address: string) => string | null;
  /** a fault of the whole field */
  fault: string | null;
  onChange: (addresses: readonly string[], typed: string) => void;
}

/** Email addresses as chips. Enter, comma, space or a paste adds some. Backspace takes the last one back to text. */
export function AddressField({ addresses, typed, faultOf, fault, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const wrong = addresses.map(faultOf).find((text) => text !== null) ?? fault;
  const add = (text: string) => onChange(withAddresses(addresses, addressesIn(text)), "");
  const take = (address: string, next: string) => {
    onChange(
      addresses.filter((one) => one !== address),
      next,
    );
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const does = keyAction(event, typed);
    if (does === null || (does === "restore" && addresses.length === 0)) return;
    event.preventDefault();
    if (does === "add") add(typed);
    else onChange(addresses.slice(0, -1), addresses.at(-1) ?? "");
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!isSeveral(text)) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {words.addresses}
      </label>
      <div className={styles.chips}>
        {addresses.map((address) => (
          <Chip
            key={address}
            address={address}
            isWrong={faultOf(address) !== null}
            onCorrect={() => take(address, address)}
            onRemove={() => take(address, typed)}
          />
        ))}
        <input
          ref={input}
          id={id}
          className={styles.input}
          {...plainText}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type addresses
          autoFocus
          aria-describedby={`${id}hint`}
          aria-invalid={wrong !== null}
          value={typed}
          onChange={({ target }) => onChange(addresses, target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => typed.trim() !== "" && add(typed)}
        />
      </div>
      <Below hintId={`${id}hint`} fault={wrong} />
    </div>
  );
}

const Below = ({ hintId, fault }: { hintId: string; fault: string | null }) => (
  <div className={styles.below}>
    <p role="alert" className={styles.fault}>
      {fault}
    </p>
    <p id={hintId} className={styles.hint}>
      {words.addressesHint}
    </p>
  </div>
);

/** Several addresses aren't one email address, which `type="email"` would check. */
const plainText = {
  type: "text",
  inputMode: "email",
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

const isSeveral = (text: string): boolean => /[\s,;]/.test(text.trim());

/** Returns the action of a key on the typed text, or null for an ordinary letter. */
function keyAction({ key, nativeEvent }: KeyboardEvent, typed: string): "add" | "restore" | null {
  if (nativeEvent.isComposing) return null;
  if (["Enter", ",", ";", " "].includes(key) && typed.trim() !== "") return "add";
  return key === "Backspace" && typed === "" ? "restore" : null;
}

interface ChipProps {
  address: string;
  isWrong: boolean;
  onCorrect: () => void;
  onRemove: () => void;
}

const Chip = ({ address, isWrong, onCorrect, onRemove }: ChipProps) => (
  <span className={styles.chip} data-wrong={isWrong || undefined}>
    <button type="button" className={styles.address} aria-label={words.correctAddress(address)} onClick={onCorrect}>
      {address}
    </button>
    <button type="button" className={styles.remove} aria-label={words.removeAddress(address)} onClick={onRemove}>
      <Icon name="x" size={14} />
    </button>
  </span>
);
