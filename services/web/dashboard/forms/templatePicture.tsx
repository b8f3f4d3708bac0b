import styles from "./forms.module.css";

/** The subject of a template's illustration. */
export type PictureKind = "scale" | "result" | "stars" | "options";

const looks: Record<PictureKind, { background: string; text: string; primary: string }> = {
  scale: { background: "#fbfbfe", text: "#1b1a2e", primary: "#5546e0" },
  result: { background: "#f1f7ee", text: "#1b3321", primary: "#2c6b3a" },
  stars: { background: "#ffd84d", text: "#1d1a0b", primary: "#1d1a0b" },
  options: { background: "#eef5f8", text: "#10303d", primary: "#0b6278" },
};

/** A decorative drawing in the colors of a preset. */
export function TemplatePicture({ kind }: { kind: PictureKind }) {
  const { background, text, primary } = looks[kind];
  return (
    <svg
      aria-hidden="true"
      className={styles.picture}
      viewBox="0 0 260 112"
      preserveAspectRatio="xMidYMid slice"
      style={{ background }}
    >
      {kind !== "result" && <rect x="18" y="36" width="128" height="7" rx="3.5" fill={text} />}
      {drawings[kind](primary, text)}
    </svg>
  );
}

const drawings: Record<PictureKind, (primary: string, text: string) => React.ReactNode> = {
  scale: (primary) =>
    Array.from({ length: 10 }, (_, step) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: ten steps that never change
        key={step}
        x={18 + step * 22.5}
        y="58"
        width="18"
        height="18"
        rx="4"
        fill={step === 8 ? primary : "none"}
        stroke={primary}
        strokeOpacity={step === 8 ? 1 : 0.45}
      />
    )),
  result: (primary, text) => (
    <>
      <circle cx="50" cy="56" r="24" fill="none" stroke={primary} strokeOpacity="0.2" strokeWidth="6" />
      <path d="M50 32a24 24 0 1 1-21 35" fill="none" stroke={primary} strokeWidth="6" strokeLinecap="round" />
      <g fill={text}>
        <rect x="94" y="38" width="74" height="7" rx="3.5" />
        <rect x="94" y="54" width="104" height="5" rx="2.5" opacity="0.5" />
        <rect x="94" y="66" width="82" height="5" rx="2.5" opacity="0.5" />
      </g>
    </>
  ),
  stars: (primary) =>
    Array.from({ length: 5 }, (_, star) => (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: five stars that never change
        key={star}
        transform={`translate(${18 + star * 28} 54)`}
        d="M11 1l3.1 6.3 6.9 1-5 4.9 1.2 6.8L11 16.8 4.8 20 6 13.2 1 8.3l6.9-1z"
        fill={star < 4 ? primary : "none"}
        stroke={primary}
        strokeWidth="1.5"
      />
    )),
  options: (primary) => (
    <>
      <rect x="18" y="54" width="224" height="15" rx="4" fill="none" stroke={primary} />
      <rect x="18" y="75" width="224" height="15" rx="4" fill={primary} />
    </>
  ),
};
