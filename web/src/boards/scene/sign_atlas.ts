// The glyphs of all signs in one texture: red is the glyph's body, green its edge; the layer gives both a colour.
import { CanvasTexture, LinearMipmapLinearFilter } from "three";

const kCells = 8; // a side
const kCell = 128; // pixels

export type Glyph =
  "dot" | "ring" | "thin-ring" | "cross" | "no" | "zombie" | "buried" | "corners" | "square" | "cut" | "circle" | "diamond" | "triangle" | "bar" | `${number}`;

export const kMostCount = 30; // larger numbers read "30+"
const kShapes: readonly Glyph[] = [
  "dot",
  "ring",
  "thin-ring",
  "cross",
  "no",
  "zombie",
  "buried",
  "corners",
  "square",
  "cut",
  "circle",
  "diamond",
  "triangle",
  "bar",
];

export function cellOf(glyph: Glyph): readonly [number, number] {
  const shape = kShapes.indexOf(glyph);
  const index = shape >= 0 ? shape : kShapes.length + Math.min(Number(glyph), kMostCount);
  return [index % kCells, Math.floor(index / kCells)];
}

export const kCellUv = 1 / kCells;

type Pen = CanvasRenderingContext2D;

/** Draws a path as an edge below and a body above. */
function both(pen: Pen, width: number, edge: number, path: () => void): void {
  pen.lineJoin = pen.lineCap = "round";
  for (const [style, line] of [
    ["#0f0", width + 2 * edge],
    ["#f00", width],
  ] as const) {
    pen.strokeStyle = style;
    pen.lineWidth = line;
    pen.beginPath();
    path();
    pen.stroke();
  }
}

function solid(pen: Pen, edge: number, path: () => void): void {
  pen.lineJoin = "round";
  pen.strokeStyle = "#0f0";
  pen.fillStyle = "#f00";
  pen.lineWidth = 2 * edge;
  pen.beginPath();
  path();
  pen.stroke();
  pen.fill();
}

function letters(pen: Pen, text: string, size: number, style: string, y = 0): void {
  pen.fillStyle = style;
  pen.font = `700 ${size}px "Figtree Variable", system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, 0, y + size * 0.04);
}

// Each draws into [-64, 64]².
const kDraw: Record<string, (pen: Pen) => void> = {
  dot: (pen) => solid(pen, 8, () => pen.arc(0, 0, 44, 0, 7)),
  ring: (pen) => both(pen, 12, 5, () => pen.arc(0, 0, 42, 0, 7)),
  "thin-ring": (pen) => both(pen, 7, 3, () => pen.arc(0, 0, 52, 0, 7)),
  cross: (pen) =>
    both(pen, 17, 7, () => {
      pen.moveTo(-32, -32);
      pen.lineTo(32, 32);
      pen.moveTo(32, -32);
      pen.lineTo(-32, 32);
    }),
  no: (pen) =>
    both(pen, 13, 5, () => {
      pen.arc(0, 0, 44, 0, 7);
      pen.moveTo(-31, -31);
      pen.lineTo(31, 31);
    }),
  zombie: (pen) => {
    pen.setLineDash([14, 13]);
    both(pen, 7, 4, () => pen.arc(0, 0, 50, 0, 7));
    pen.setLineDash([]);
    both(pen, 11, 5, () => {
      pen.moveTo(-20, -23);
      pen.lineTo(20, -23);
      pen.lineTo(-20, 23);
      pen.lineTo(20, 23);
    });
  },
  buried: (pen) => {
    pen.setLineDash([2, 17]);
    both(pen, 9, 4, () => pen.arc(0, 0, 50, 0, 7));
    pen.setLineDash([]);
    both(pen, 11, 5, () => {
      pen.moveTo(0, -26);
      pen.lineTo(0, 24);
      pen.moveTo(-20, 4);
      pen.lineTo(0, 24);
      pen.lineTo(20, 4);
    });
  },
  corners: (pen) =>
    both(pen, 8, 4, () => {
      for (const [x, y] of [
        [1, 1],
        [1, -1],
        [-1, -1],
        [-1, 1],
      ] as const) {
        pen.moveTo(54 * x, 28 * y);
        pen.lineTo(54 * x, 54 * y);
        pen.lineTo(28 * x, 54 * y);
      }
    }),
  square: (pen) => both(pen, 10, 5, () => pen.rect(-34, -34, 68, 68)),
  cut: (pen) => {
    solid(pen, 5, () => pen.arc(0, 0, 46, 0, 7));
    pen.globalCompositeOperation = "source-over";
    pen.strokeStyle = "#0f0";
    pen.lineWidth = 13;
    pen.beginPath();
    pen.moveTo(-20, -20);
    pen.lineTo(20, 20);
    pen.moveTo(20, -20);
    pen.lineTo(-20, 20);
    pen.stroke();
  },
  circle: (pen) => both(pen, 13, 3, () => pen.arc(0, 0, 40, 0, 7)),
  diamond: (pen) =>
    solid(pen, 3, () => {
      pen.moveTo(0, -48);
      pen.lineTo(40, 0);
      pen.lineTo(0, 48);
      pen.lineTo(-40, 0);
      pen.closePath();
    }),
  triangle: (pen) =>
    solid(pen, 3, () => {
      pen.moveTo(0, -46);
      pen.lineTo(46, 34);
      pen.lineTo(-46, 34);
      pen.closePath();
    }),
  bar: (pen) => solid(pen, 3, () => pen.rect(-42, -14, 84, 28)),
};

function count(pen: Pen, value: number): void {
  solid(pen, 6, () => pen.arc(0, 0, 50, 0, 7));
  const text = value >= kMostCount ? `${kMostCount}+` : String(value);
  letters(pen, text, text.length > 2 ? 46 : text.length > 1 ? 60 : 72, "#0f0", 2);
}

export function makeAtlas(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = kCells * kCell;
  const pen = canvas.getContext("2d") as Pen;
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const inCell = (glyph: Glyph, draw: (pen: Pen) => void) => {
    const [x, y] = cellOf(glyph);
    pen.save();
    pen.translate((x + 0.5) * kCell, (y + 0.5) * kCell);
    pen.scale(0.94, 0.94); // a seam, so that mipmaps do not bleed
    draw(pen);
    pen.restore();
  };
  for (const shape of kShapes) inCell(shape, kDraw[shape] as (pen: Pen) => void);
  for (let value = 0; value <= kMostCount; ++value) inCell(`${value}`, (at) => count(at, value));
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 4;
  return texture;
}
