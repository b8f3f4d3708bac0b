/** The Pathform mark, the same as the favicon: a path that starts, turns and ends in a point, read as a P. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" style={{ flex: "none" }}>
    <rect width="32" height="32" rx="9" fill="#5546e0" />
    <path
      d="M9.6 25V13.4A5.4 5.4 0 0 1 15 8h2.4a5.5 5.5 0 0 1 0 11h-1"
      fill="none"
      stroke="#fff"
      strokeWidth="3.2"
      strokeLinecap="round"
    />
    <circle cx="16.4" cy="19" r="2.9" fill="#ff8a6e" />
  </svg>
);
