/** The page's tab. The link and the embed code are left out. */
export interface ShareSearch {
  tab?: "people" | undefined;
}

export const readShareSearch = ({ tab }: Record<string, unknown>): ShareSearch => ({
  tab: tab === "people" ? tab : undefined,
});
