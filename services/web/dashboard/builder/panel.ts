/** What is open beside or over what is edited; one at a time. */
export type Panel = "problems" | "preview" | "publish" | "import" | "go" | "keys" | null;
