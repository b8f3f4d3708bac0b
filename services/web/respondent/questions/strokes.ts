/** Drawings as lines on a sheet (wants §23). Pure, but for `drawnFile`, which needs a browser. */

/** A place on the sheet, in CSS pixels from its upper left corner. */
export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** CSS pixels */
export interface Sheet {
  width: number;
  height: number;
}

/** A drawing's lines, as SVG and canvases take them. A point alone is a dot. */
export const pathOf = (strokes: readonly Stroke[]): string => strokes.map(linePath).join("");

/** Passes through the middles between points, so that lines have no corners. */
function linePath([first, ...rest]: Stroke): string {
  if (!first) return "";
  const start = `M${first.join(" ")}`;
  const last = rest.at(-1);
  if (!last) return `${start}l0 .01`;
  const curves = rest.map((point, at) => {
    const next = rest[at + 1];
    return next ? `Q${point.join(" ")} ${middle(point, next).join(" ")}` : "";
  });
  return `${start}${curves.join("")}L${last.join(" ")}`;
}

const middle = ([x, y]: Point, [toX, toY]: Point): Point => [round((x + toX) / 2), round((y + toY) / 2)];

export const round = (length: number): number => Math.round(length * 10) / 10;

/** Maximum number of points of a drawing, so that drawing it takes no longer than a frame. */
export const pointLimit = 20_000;

/** Content of a sheet: lines, or a name in the page's typeface. */
export type Drawn = Sheet & ({ strokes: readonly Stroke[] } | { name: string; font: string });

/** Pixels of the image per CSS pixel. 20,000 points on a sheet of 660 px stay below 1 MiB. */
const scale = 2;
const [ink, paper] = ["#16181d", "#ffffff"];
/** Width of a line, and height of a name's letters, in CSS pixels. */
const [lineWidth, letters] = [4, 48];
/** From the line where to sign to the lower edge, in CSS pixels. */
const aboveEdge = 50;

/** Returns a PNG with dark ink on white, whatever the page's colors are. */
export async function drawnFile(drawn: Drawn, name: string): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(drawn.width * scale);
  canvas.height = Math.round(drawn.height * scale);
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.scale(scale, scale);
  context.fillStyle = paper;
  context.fillRect(0, 0, drawn.width, drawn.height);
  context.fillStyle = ink;
  context.strokeStyle = ink;
  if ("strokes" in drawn) drawLines(context, drawn.strokes);
  else drawName(context, drawn);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the browser can't write images");
  return new File([blob], name, { type: "image/png" });
}

function drawLines(context: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  context.lineWidth = lineWidth;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(new Path2D(pathOf(strokes)));
}

/** On the line, smaller if it is long. */
function drawName(
  context: CanvasRenderingContext2D,
  { name, font, width, height }: Sheet & { name: string; font: string },
): void {
  const fontOf = (size: number) => `italic ${size}px ${font}`;
  context.font = fontOf(letters);
  context.font = fontOf(letters * fitting(context.measureText(name).width, width * 0.9));
  context.textAlign = "center";
  context.fillText(name, width / 2, height - aboveEdge);
}

/** Returns the share of its size at which a text fits. */
export const fitting = (width: number, room: number): number => Math.min(1, room / width);
