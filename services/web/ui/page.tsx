import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { productName } from "../strings/en/dashboard/app.ts";
import { ButtonRow, spreadRowClass } from "./buttonRow.tsx";
import { WithGuide } from "./guideLink.tsx";
import type { Guide } from "./guides.ts";
import { KeysHelp } from "./keysHelp.tsx";
import styles from "./page.module.css";

const noKeys = { keys: [], actions: {} };

interface Props {
  title: string;
  /** True if the form's bar already names the page. Screen readers still find the heading. */
  isTitleHidden?: boolean;
  /** the page's own shortcuts; `?` also shows those of every page */
  keys?: ComponentProps<typeof KeysHelp>;
  /** beside the title */
  guide?: Guide;
  /** places the heading among other things */
  head?: (heading: ReactNode) => ReactNode;
  /** buttons beside the title */
  actions?: ReactNode;
  children: ReactNode;
}

/** Title of the form whose pages these are, for the browser's title. Null outside a form or while loading. */
export const TitleOfForm = createContext<string | null>(null);

/** A page with its heading, as wide as can be read well. */
export function Page({
  title,
  isTitleHidden = false,
  keys = noKeys,
  guide,
  head = (heading) => heading,
  actions,
  children,
}: Props) {
  const titles = [title, useContext(TitleOfForm), productName];
  return (
    <div className={styles.page}>
      <title>{titles.filter(Boolean).join(" · ")}</title>
      {isTitleHidden ? (
        <>
          <h1 className="visually-hidden">{title}</h1>
          <KeysHelp {...keys} />
        </>
      ) : (
        <div className={`${spreadRowClass} ${styles.head}`}>
          {head(
            <WithGuide guide={guide}>
              <h1 className={styles.title}>{title}</h1>
            </WithGuide>,
          )}
          <ButtonRow>
            <KeysHelp {...keys} />
            {actions}
          </ButtonRow>
        </div>
      )}
      {children}
    </div>
  );
}
