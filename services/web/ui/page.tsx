import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { productName } from "../strings/en/dashboard/app.ts";
import { ButtonRow, spreadRowClass } from "./buttonRow.tsx";
import { KeysHelp } from "./keysHelp.tsx";
import styles from "./page.module.css";

const noKeys = { keys: [], actions: {} };

interface Props {
  title: string;
  /** its own keys; those of every page are told by `?` too */
  keys?: ComponentProps<typeof KeysHelp>;
  /** buttons beside the title */
  actions?: ReactNode;
  children: ReactNode;
}

/** Of the form whose pages these are; null: of none, or not known yet. It stands in the browser's title. */
export const TitleOfForm = createContext<string | null>(null);

/** A page with its heading, as wide as can be read well. */
export function Page({ title, keys = noKeys, actions, children }: Props) {
  const titles = [title, useContext(TitleOfForm), productName];
  return (
    <div className={styles.page}>
      <title>{titles.filter(Boolean).join(" · ")}</title>
      <div className={spreadRowClass}>
        <h1 className={styles.title}>{title}</h1>
        <ButtonRow>
          <KeysHelp {...keys} />
          {actions}
        </ButtonRow>
      </div>
      {children}
    </div>
  );
}
