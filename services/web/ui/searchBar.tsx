import type { ComponentProps, ReactNode } from "react";
import styles from "./searchBar.module.css";
import { SearchField } from "./searchField.tsx";

interface Props extends ComponentProps<typeof SearchField> {
  /** two fields that narrow and order the list */
  children: ReactNode;
}

/** Over a list: what is searched for, and beside it, which of it is shown. Kept in the page's address, so that it can be sent. */
export const SearchBar = ({ children, ...props }: Props) => (
  <search className={styles.bar}>
    <SearchField {...props} />
    {children}
  </search>
);
