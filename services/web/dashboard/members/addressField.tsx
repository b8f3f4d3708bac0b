import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from "react";
import * as words from "../../strings/en/dashboard/members.ts";
import { Icon } from "../../ui/icon.tsx";
import { addressesIn, withAddresses } from "./addresses.ts";
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
  const without = (address: string) => addresses.filter((one) => one !== address);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (["Enter", ",", ";", " "].includes(event.key) && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && addresses.length > 0) {
      event.preventDefault();
      onChange(addresses.slice(0, -1), addresses.at(-1) ?? "");
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[\s,;]/.test(text.trim())) return;
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
          <span key={address} className={styles.chip} data-wrong={faultOf(address) !== null || undefined}>
            <button
              type="button"
              className={styles.address}
              aria-label={words.correctAddress(address)}
              onClick={() => {
                onChange(without(address), address);
                input.current?.focus();
              }}
            >
              {address}
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={words.removeAddress(address)}
              onClick={() => {
                onChange(without(address), typed);
                input.current?.focus();
              }}
            >
              <Icon name="x" size={14} />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
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
      <div className={styles.below}>
        <p role="alert" className={styles.fault}>
          {wrong}
        </p>
        <p id={`${id}hint`} className={styles.hint}>
          {words.addressesHint}
        </p>
      </div>
    </div>
  );
}
