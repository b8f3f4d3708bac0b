const [width, height, inset] = [96, 30, 2];

/** Counts of consecutive days as a line; a text beside it tells them to a screen reader. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  const highest = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  const points = counts.map((count, index) => {
    const y = height - inset - (count / highest) * (height - 2 * inset);
    return `${(index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${points.join("L")}`;
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <path d={`${line}V${height}H0Z`} fill="var(--brand-soft)" />
      <path d={line} fill="none" stroke="var(--chart-1)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
