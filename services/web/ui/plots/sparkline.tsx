const [width, height, inset] = [96, 30, 2];

interface Props {
  counts: readonly number[];
  color?: "chart-1" | "chart-good";
}

/** Values of consecutive days as a line. A text beside it must tell them to screen readers. */
export function Sparkline({ counts, color = "chart-1" }: Props) {
  const highest = Math.max(...counts);
  const step = width / Math.max(1, counts.length - 1);
  const points = counts.map((count, index) => {
    const y = height - inset - (count / (highest || 1)) * (height - 2 * inset);
    return `${(index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${points.join("L")}`;
  const stroke = `var(--${highest === 0 ? "control" : color})`;
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <path d={`${line}V${height}H0Z`} fill={stroke} opacity="0.1" />
      <path d={line} fill="none" stroke={stroke} strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
