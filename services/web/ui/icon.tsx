import { type IconName, iconPaths } from "./iconPaths.ts";

/** A decorative icon beside a visible name or in a labeled button. */
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
