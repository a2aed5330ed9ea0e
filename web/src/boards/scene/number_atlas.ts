// Numbers of moves as a texture, painted when numbers are first shown: beyond the last cell they begin again.
import { CanvasTexture, LinearMipmapLinearFilter } from "three";

const kCells = 20; // a side
const kCell = 64; // pixels
const kMost = kCells * kCells; // moves of a long game
export const kNumberCell = 1 / kCells;

export function numberCell(number: number): readonly [number, number] {
  const index = number % kMost;
  return [index % kCells, Math.floor(index / kCells)];
}

export class NumberAtlas {
  readonly texture: CanvasTexture;
  private readonly pen: CanvasRenderingContext2D;
  private painted = false;

  constructor() {
    const canvas = document.createElement("canvas");
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    this.texture = new CanvasTexture(canvas);
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.anisotropy = 4;
  }

  /** Paints all of them, if any is wanted and none is there. */
  paint(wanted: boolean): void {
    if (!wanted || this.painted) return;
    this.painted = true;
    const { pen } = this;
    pen.canvas.width = pen.canvas.height = kCells * kCell;
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, kCells * kCell, kCells * kCell);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.strokeStyle = "#0f0"; // the edge; red is the body
    pen.fillStyle = "#f00";
    for (let number = 0; number < kMost; ++number) {
      const [column, row] = numberCell(number);
      const text = String(number);
      pen.font = `700 ${text.length > 2 ? 30 : 38}px "Figtree Variable", system-ui, sans-serif`;
      const [x, y] = [(column + 0.5) * kCell, (row + 0.53) * kCell];
      pen.lineWidth = 5;
      pen.strokeText(text, x, y);
      pen.fillText(text, x, y);
    }
    this.texture.needsUpdate = true;
  }

  /** Paints again, now that the font is there. */
  renew(): void {
    const wanted = this.painted;
    this.painted = false;
    this.paint(wanted);
  }
}
