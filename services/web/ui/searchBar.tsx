import type { ComponentProps, ReactNode } from "react";
import styles from "./searchBar.module.css";
import { SearchField } from "./searchField.tsx";

interface Props extends ComponentProps<typeof SearchField> {
  /** fields that filter and order the list */
  children: ReactNode;
}

/** Search and filters above a list. Kept in the URL, so that it can be shared. */
export const SearchBar = ({ children, ...props }: Props) => (
  <search className={styles.bar}>
    <SearchField {...props} />
    {children}
  </search>
);
