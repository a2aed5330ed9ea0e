// The board itself: a slab of wood or slate with turned hollows, its coordinates, and the shadow it throws.
import {
  CanvasTexture,
  DataTexture,
  Group,
  LinearMipmapLinearFilter,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RedFormat,
  ShadowMaterial,
  type Material,
} from "three";
import type { BoardState, Label } from "../../state/board_state";
import { boardWidth, kMargin, kThickness, roundedSlab } from "./geometry";
import { boardMaterial } from "./materials";
import type { Bakery } from "./bakery";

/** What the body depends on; a new body is made when this changes. */
export function bodyKey(state: BoardState): string {
  const { columns, rows, board, labels, dark } = state;
  return JSON.stringify([columns, rows, board, dark, labels]);
}

export class BoardBody extends Group {
  private readonly occupied: DataTexture;

  /** Without a bakery it is plain. */
  constructor(state: BoardState, bakery: Bakery | null) {
    super();
    const holes = state.columns * state.rows;
    this.occupied = new DataTexture(new Uint8Array(holes), state.columns, state.rows, RedFormat);
    this.occupied.unpackAlignment = 1;
    const width = boardWidth(state.columns);
    const depth = boardWidth(state.rows);
    const ground = { kind: state.board, columns: state.columns, rows: state.rows };
    const slab = new Mesh(roundedSlab(width, kThickness, depth, bakery ? 11 : 3, 0.13), boardMaterial(ground, this.occupied, bakery?.boardTop(ground) ?? null));
    slab.renderOrder = 1; // after the marbles: most of it lies below them
    slab.position.y = -kThickness / 2;
    slab.receiveShadow = slab.castShadow = true;
    this.add(slab);
    if (state.labels) this.add(labelPlane(state, width, depth));
    if (!bakery) {
      this.add(plainHoles(state));
      return;
    }
    const table = new Mesh(new PlaneGeometry(width * 6, depth * 6), new ShadowMaterial({ opacity: state.dark ? 0.5 : 0.28 }));
    table.rotation.x = -Math.PI / 2;
    table.position.y = -kThickness;
    table.receiveShadow = true;
    this.add(table);
  }

  /** Lays the balls' own shade on the board. */
  shade(state: BoardState): void {
    const texels = this.occupied.image.data as Uint8Array;
    texels.fill(0);
    for (const { at } of state.pieces) if (at[0] === 0 && state.peel > 0) texels[(state.rows - 1 - at[2]) * state.columns + at[1]] = 255;
    this.occupied.needsUpdate = true;
  }

  dispose(): void {
    this.occupied.dispose();
    this.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      (part.geometry as PlaneGeometry).dispose();
      const material = part.material as Material & { map?: CanvasTexture | null };
      material.map?.dispose();
      material.dispose();
    });
  }
}

function overlay(width: number, depth: number, pixels: number, draw: (pen: CanvasRenderingContext2D, scale: number) => void) {
  const canvas = document.createElement("canvas");
  const scale = pixels / Math.max(width, depth);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(depth * scale);
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.translate(canvas.width / 2, canvas.height / 2);
  draw(pen, scale);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = "srgb";
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 8;
  const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false, toneMapped: false });
  const plane = new Mesh(new PlaneGeometry(width, depth), material);
  plane.rotation.x = -Math.PI / 2;
  plane.position.y = 0.004;
  plane.renderOrder = 1;
  return plane;
}

function labelPlane(state: BoardState, width: number, depth: number): Mesh {
  const size = Math.max(state.columns, state.rows);
  return overlay(width, depth, size > 9 ? 2048 : 1024, (pen, scale) => {
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const write = (label: Label, x: number, y: number) => {
      const font = (label.minor ? 0.17 : 0.235) * scale;
      pen.font = `600 ${font}px "Figtree Variable", system-ui, sans-serif`;
      pen.fillStyle = state.board === "wood" ? `rgba(48, 24, 8, ${label.minor ? 0.62 : 0.86})` : `rgba(226, 234, 240, ${label.minor ? 0.6 : 0.85})`;
      pen.fillText(label.text, x * scale, y * scale);
    };
    const edge = kMargin - 0.235;
    const right = (state.columns - 1) / 2;
    const near = (state.rows - 1) / 2;
    for (const label of state.labels?.columns ?? []) {
      write(label, label.at - right, near + edge);
      write(label, label.at - right, -near - edge);
    }
    for (const label of state.labels?.rows ?? []) {
      write(label, -right - edge, near - label.at);
      write(label, right + edge, near - label.at);
    }
  });
}

function plainHoles(state: BoardState): Mesh {
  const width = boardWidth(state.columns);
  const depth = boardWidth(state.rows);
  return overlay(width, depth, 512, (pen, scale) => {
    pen.fillStyle = "rgba(30, 15, 5, 0.55)";
    for (let column = 0; column < state.columns; ++column)
      for (let row = 0; row < state.rows; ++row) {
        pen.beginPath();
        pen.arc((column - (state.columns - 1) / 2) * scale, (row - (state.rows - 1) / 2) * scale, 0.3 * scale, 0, 7);
        pen.fill();
      }
  });
}
