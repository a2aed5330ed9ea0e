// The marbles: one instanced mesh a colour, with arrivals that come down and captures that shrink away.
import { InstancedBufferAttribute, InstancedMesh, Matrix4, Object3D, SphereGeometry, Vector3 } from "three";
import type { Point } from "../../net/protocol";
import type { BoardState, Colour, Piece } from "../../state/board_state";
import { centre, grain, kRadius, type BoardSize } from "./geometry";
import { marbleMaterial } from "./materials";
import type { Bakery } from "./bakery";

const kArriveMs = 260;
const kLeaveMs = 320;
const kMostMoving = 24; // more changes than this are a jump, not a move

interface Ball {
  at: Point;
  change: "stays" | "arrives" | "leaves";
  delay: number; // ms after the change
}

const key = (piece: Piece) => `${piece.colour}${piece.at.join(",")}`;

/** As round as it is seen: the more balls stand side by side, the smaller they are, and the more there may be of them. */
function roundBall({ columns, rows }: BoardSize, plain: boolean): SphereGeometry {
  if (plain) return new SphereGeometry(kRadius, 16, 11);
  const around = 2 * Math.round(24 * Math.sqrt(Math.min(1, 6 / Math.max(columns, rows))));
  return new SphereGeometry(kRadius, around, Math.round((around * 2) / 3));
}

export class Marbles extends Object3D {
  moving = false; // whether frames are needed
  private readonly meshes = new Map<Colour, InstancedMesh>();
  private readonly balls = new Map<Colour, Ball[]>();
  private ball: SphereGeometry;
  private shown: readonly Piece[] = [];
  private size: BoardSize = { columns: 1, rows: 1 };
  private started = 0;

  /** Without a bakery they are plain. */
  constructor(private readonly bakery: Bakery | null) {
    super();
    this.ball = roundBall(this.size, bakery === null);
  }

  /** Takes the new pieces; sets `moving` when frames are needed. */
  show(state: BoardState, animate: boolean, now: number): void {
    const pieces = state.pieces.filter((piece) => piece.at[0] < state.peel);
    const sameBoard = this.size.columns === state.columns && this.size.rows === state.rows;
    if (!sameBoard) this.startBoard(state);
    const before = new Map(this.shown.map((piece) => [key(piece), piece]));
    const after = new Map(pieces.map((piece) => [key(piece), piece]));
    const arriving = pieces.filter((piece) => !before.has(key(piece)));
    const leaving = this.shown.filter((piece) => !after.has(key(piece)));
    if (sameBoard && arriving.length === 0 && leaving.length === 0) return;

    const changes = arriving.length + leaving.length;
    const moves = animate && sameBoard && this.shown.length > 0 && changes <= kMostMoving;
    this.balls.clear();
    const add = (piece: Piece, ball: Omit<Ball, "at">) => {
      const list = this.balls.get(piece.colour) ?? [];
      list.push({ at: piece.at, ...ball });
      this.balls.set(piece.colour, list);
    };
    // The upper ones first: what they hide need not be painted.
    for (const piece of [...pieces].sort((a, b) => b.at[0] - a.at[0])) {
      const arrives = moves && !before.has(key(piece));
      add(piece, { change: arrives ? "arrives" : "stays", delay: 0 });
    }
    if (moves) leaving.forEach((piece, i) => add(piece, { change: "leaves", delay: kArriveMs * 0.6 + 30 * i }));
    this.shown = pieces;
    this.started = now;
    this.moving = moves;
    this.allocate();
    this.place(now);
  }

  /** Moves what moves. Returns whether another frame is needed. */
  step(now: number): boolean {
    if (!this.moving) return false;
    this.moving = this.place(now);
    return this.moving;
  }

  dispose(): void {
    this.ball.dispose();
    for (const mesh of this.meshes.values()) {
      mesh.geometry.dispose();
      (mesh.material as { dispose(): void }).dispose();
      mesh.dispose();
    }
  }

  private startBoard({ columns, rows }: BoardSize): void {
    this.dispose();
    this.remove(...this.meshes.values());
    this.meshes.clear();
    this.size = { columns, rows };
    this.ball = roundBall(this.size, this.bakery === null);
  }

  private allocate(): void {
    for (const [colour, balls] of this.balls) {
      let mesh = this.meshes.get(colour);
      if (!mesh || mesh.instanceMatrix.count < balls.length) {
        const room = Math.max(32, Math.ceil(balls.length * 1.5));
        const next = new InstancedMesh(this.ball.clone(), mesh?.material ?? marbleMaterial(colour, this.bakery?.marble() ?? null), room);
        next.geometry.setAttribute("aGrain", new InstancedBufferAttribute(new Float32Array(3 * room), 3));
        next.castShadow = next.receiveShadow = true;
        next.frustumCulled = false;
        if (mesh) {
          this.remove(mesh);
          mesh.geometry.dispose();
          mesh.dispose();
        }
        this.meshes.set(colour, next);
        this.add(next);
        mesh = next;
      }
    }
    for (const [colour, mesh] of this.meshes) {
      const balls = this.balls.get(colour) ?? [];
      mesh.count = balls.length;
      const grains = mesh.geometry.getAttribute("aGrain") as InstancedBufferAttribute;
      balls.forEach(({ at }, i) => grains.setXYZ(i, grain(at, 1), grain(at, 2), grain(at, 3)));
      grains.needsUpdate = true;
    }
  }

  private place(now: number): boolean {
    const matrix = new Matrix4();
    const at = new Vector3();
    let busy = false;
    for (const [colour, balls] of this.balls) {
      const mesh = this.meshes.get(colour);
      if (!mesh) continue;
      balls.forEach((ball, i) => {
        centre(this.size, ball.at, at);
        let scale = 1;
        const since = now - this.started - ball.delay;
        if (ball.change === "arrives") {
          const t = Math.min(1, Math.max(0, since / kArriveMs));
          busy ||= t < 1;
          at.y += (1 - t * t) * 1.4; // falls
          scale = 0.6 + 0.4 * Math.min(1, t * 2);
        } else if (ball.change === "leaves") {
          const t = Math.min(1, Math.max(0, since / kLeaveMs));
          busy ||= t < 1;
          at.y += 0.5 * t;
          scale = Math.max(1e-4, 1 - t * t * t);
        }
        matrix.makeScale(scale, scale, scale).setPosition(at);
        mesh.setMatrixAt(i, matrix);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
    return busy;
  }
}
