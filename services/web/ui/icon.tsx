import { type IconName, iconPaths } from "./iconPaths.ts";

/** A picture beside a name that is read, or in a button that has a label: it says nothing by itself. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ flex: "none" }}
  >
    <path d={iconPaths[name]} />
  </svg>
);
