// The words of an engine's advice as a texture: a disc a cell, how often the move wins and how often it was tried.
import { CanvasTexture, LinearMipmapLinearFilter } from "three";
import type { Advice } from "../../state/board_state";

const kCells = 4; // a side
const kCell = 128; // pixels
export const kAdviceCell = 1 / kCells;
const kMost = kCells * kCells;

export function adviceCell(index: number): readonly [number, number] {
  return [index % kCells, Math.floor(index / kCells)];
}

export class AdviceAtlas {
  readonly texture: CanvasTexture;
  private readonly pen: CanvasRenderingContext2D;
  private painted: readonly Advice[] = [];

  constructor() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = kCells * kCell;
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    this.texture = new CanvasTexture(canvas);
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.anisotropy = 4;
  }

  paint(advice: readonly Advice[]): void {
    if (advice === this.painted || (advice.length === 0 && this.painted.length === 0)) return;
    this.painted = advice;
    const { pen } = this;
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, kCells * kCell, kCells * kCell);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    advice.slice(0, kMost).forEach((one, i) => {
      const [column, row] = adviceCell(i);
      const [x, y] = [(column + 0.5) * kCell, (row + 0.5) * kCell];
      // Red is the disc, green its edge and the letters: the layer gives both a colour.
      pen.fillStyle = "#f00";
      pen.beginPath();
      pen.arc(x, y, 56, 0, 7);
      pen.fill();
      pen.strokeStyle = "#0f0";
      pen.lineWidth = one.grade === "best" ? 9 : 4;
      pen.beginPath();
      pen.arc(x, y, one.grade === "best" ? 55 : 57, 0, 7);
      pen.stroke();
      pen.fillStyle = "#0f0";
      pen.font = '700 50px "Figtree Variable", system-ui, sans-serif';
      pen.fillText(one.rate, x, y - 10);
      pen.font = '600 27px "Figtree Variable", system-ui, sans-serif';
      pen.fillText(one.visits, x, y + 28);
    });
    this.texture.needsUpdate = true;
  }
}
