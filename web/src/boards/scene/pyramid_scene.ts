// The 3D board: draws a BoardState when asked, tells which place lies under a pixel. Frames are drawn on demand only.
import {
  Mesh,
  NeutralToneMapping,
  VSMShadowMap,
  PerspectiveCamera,
  Ray,
  Scene,
  Sphere,
  SphereGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
  Raycaster,
  type DirectionalLight,
  type MeshPhysicalMaterial,
} from "three";
import type { Point } from "../../net/protocol";
import { AdviceAtlas, kAdviceCell } from "./advice_atlas";
import { Bakery } from "./bakery";
import { BoardBody, bodyKey } from "./board_body";
import type { BoardState } from "../../state/board_state";
import { boardWidth, centre, kMargin, kRadius, kSeat } from "./geometry";
import { Marbles } from "./marbles";
import { marbleMaterial } from "./materials";
import { kNumberCell, NumberAtlas } from "./number_atlas";
import { kTop, Orbit, type Stand } from "./orbit";
import { Pace } from "./pace";
import type { Quality } from "./quality";
import { makeAtlas } from "./sign_atlas";
import { SignLayer } from "./sign_layer";
import { drawnSigns } from "./signs";
import { addLights, aimSun, makeEnvironment } from "./studio";

const kFieldOfView = 24; // degrees; narrow, so that the top view is nearly a plan
const kRestMs = 160; // after the last movement

export interface Picked {
  at: Point;
  on: "spot" | "piece";
}

export class PyramidScene {
  readonly orbit = new Orbit(() => this.half());
  smooth = true; // false: no animation (prefers-reduced-motion)
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(kFieldOfView, 1, 0.1, 400);
  private readonly bakery: Bakery | null; // none: all is plain
  private readonly marbles: Marbles;
  private readonly signs: SignLayer;
  private readonly shining: SignLayer;
  private readonly adviceAtlas = new AdviceAtlas();
  private readonly advice = new SignLayer(this.adviceAtlas.texture, true, kAdviceCell);
  private readonly numberAtlas = new NumberAtlas();
  private readonly numbers = new SignLayer(this.numberAtlas.texture, false, kNumberCell);
  private readonly ghost: Mesh;
  private readonly sun: DirectionalLight | null;
  private body: BoardBody | null = null;
  private bodyMadeFor = "";
  private shadowsOf = "";
  private dark: boolean | null = null;
  private state: BoardState | null = null;
  private readonly pace = new Pace();
  private pixelRatio = 1; // at rest
  private frame = 0;
  private drawnAt: number | null = null; // when the frame before this one began, if it drew
  private stale = false; // something is to be drawn
  private rest: ReturnType<typeof setTimeout> | undefined;
  private disposed = false;

  /** Throws when the browser has no WebGL. `onFrame` runs after each drawn frame. */
  constructor(
    canvas: HTMLCanvasElement,
    private readonly quality: Quality,
    private readonly onFrame: () => void = () => {},
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: quality === "high", alpha: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.shadowMap.enabled = quality === "high";
    this.renderer.shadowMap.type = VSMShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // pieces move seldom, the camera often
    this.sun = addLights(this.scene, quality);
    const atlas = makeAtlas();
    this.bakery = quality === "high" ? new Bakery(this.renderer) : null;
    this.marbles = new Marbles(this.bakery);
    this.signs = new SignLayer(atlas, false);
    this.shining = new SignLayer(atlas, true);
    this.ghost = new Mesh(new SphereGeometry(kRadius, 40, 28));
    this.ghost.visible = false;
    this.ghost.renderOrder = 5;
    this.scene.add(this.marbles, this.signs, this.shining, this.advice, this.numbers, this.ghost);
  }

  show(state: BoardState): void {
    const now = performance.now();
    const made = bodyKey(state);
    if (made !== this.bodyMadeFor) {
      if (this.body) {
        this.scene.remove(this.body);
        this.body.dispose();
      }
      this.body = new BoardBody(state, this.bakery);
      this.bodyMadeFor = made;
      this.scene.add(this.body);
      this.renderer.shadowMap.needsUpdate = true;
    }
    this.body?.shade(state);
    this.state = state;
    if (this.dark !== state.dark && this.quality === "high") {
      this.scene.environment?.dispose();
      this.scene.environment = makeEnvironment(this.renderer, state.dark);
      this.scene.environmentIntensity = state.dark ? 0.9 : 0.78;
    }
    this.dark = state.dark;
    if (this.sun) aimSun(this.sun, this.half());
    this.marbles.show(state, this.smooth, now);
    const casting = `${state.peel} ${state.pieces.map((piece) => piece.at.join()).join(" ")}`;
    if (casting !== this.shadowsOf) this.renderer.shadowMap.needsUpdate = true; // signs and advice cast none
    this.shadowsOf = casting;
    const layers = drawnSigns(state);
    this.signs.draw(layers.normal);
    this.shining.draw(layers.through);
    this.numberAtlas.paint(layers.numbers.length > 0);
    this.numbers.draw(layers.numbers);
    this.adviceAtlas.paint(state.advice);
    this.advice.draw(layers.advice);
    this.showGhost(state);
    this.request();
  }

  resize(width: number, height: number, pixelRatio: number): void {
    if (width <= 0 || height <= 0) return;
    this.pixelRatio = this.quality === "high" ? Math.min(2, pixelRatio) : 1;
    this.renderer.setPixelRatio(this.pixelRatio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.drawNow(); // a resized canvas is blank until drawn
  }

  glide(to: Partial<Stand>): void {
    this.orbit.glide({ ...this.orbit.stand, ...to }, performance.now(), this.smooth);
    this.moved();
  }

  toTop(): void {
    this.glide(kTop);
  }

  /** World units that one pixel covers at the looked-at place. */
  unitsPerPixel(height: number): number {
    return (2 * this.distance() * Math.tan((kFieldOfView * Math.PI) / 360)) / height;
  }

  /** The nearest pointable place or piece under normalised device coordinates. */
  pick(x: number, y: number): Picked | null {
    if (!this.state) return null;
    this.aim();
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.camera);
    const ray: Ray = caster.ray;
    const ball = new Sphere(new Vector3(), kRadius);
    const hit = new Vector3();
    let best: Picked | null = null;
    let nearest = Infinity;
    const meet = (at: Point, on: Picked["on"], radius: number, lower: number) => {
      centre(this.state as BoardState, at, ball.center);
      ball.center.y -= lower;
      ball.radius = radius;
      if (!ray.intersectSphere(ball, hit)) return;
      const far = hit.distanceToSquared(ray.origin);
      if (far < nearest) [nearest, best] = [far, { at, on }];
    };
    for (const piece of this.state.pieces) if (piece.at[0] < this.state.peel) meet(piece.at, "piece", kRadius, 0);
    for (const spot of this.state.spots) {
      if (spot.at[0] >= this.state.peel) continue;
      // An empty hole is met where it lies in the board; a cradle of four balls where the fifth would lie.
      if (spot.at[0] === 0) meet(spot.at, "spot", 0.47, kSeat);
      else meet(spot.at, "spot", 0.44, 0);
    }
    return best;
  }

  /** Paints the letters again, now that their font is there. */
  fontsReady(): void {
    this.bodyMadeFor = "";
    const atlas = makeAtlas();
    this.signs.setAtlas(atlas);
    this.shining.setAtlas(atlas);
    this.numberAtlas.renew();
    if (this.state) this.show(this.state);
  }

  /** The camera moved: draws it, with fewer pixels where frames come late; all of them again when it rests. */
  moved(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.sharpen(), kRestMs);
    this.request();
  }

  dispose(): void {
    this.disposed = true;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.body?.dispose();
    this.marbles.dispose();
    this.bakery?.dispose();
    this.signs.dispose();
    this.shining.dispose();
    this.advice.dispose();
    this.adviceAtlas.texture.dispose();
    this.numbers.dispose();
    this.numberAtlas.texture.dispose();
    this.scene.environment?.dispose();
    this.renderer.dispose();
  }

  private drawNow(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.drawnAt = null;
    this.draw();
    this.request();
  }

  private request(): void {
    this.stale = true;
    if (this.frame === 0 && !this.disposed) this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  /** One more follows each drawn frame: it tells how long that one took. */
  private tick(now: number): void {
    this.frame = 0;
    if (this.drawnAt !== null) this.pace.took(now - this.drawnAt);
    this.drawnAt = null;
    if (!this.stale) return;
    this.stale = false;
    if (this.marbles.moving) this.renderer.shadowMap.needsUpdate = true;
    const marbles = this.marbles.step(now);
    const camera = this.orbit.step(now);
    if (marbles || camera) this.moved();
    this.usePixels(this.rest === undefined ? 1 : this.pace.share);
    this.draw();
    this.drawnAt = now;
    if (this.frame === 0) this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  private sharpen(): void {
    this.rest = undefined;
    if (this.renderer.getPixelRatio() !== this.pixelRatio) this.request();
  }

  private usePixels(share: number): void {
    const ratio = this.pixelRatio * share;
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  private draw(): void {
    if (!this.state || this.disposed) return;
    this.aim();
    this.renderer.render(this.scene, this.camera);
    this.onFrame();
  }

  private showGhost(state: BoardState): void {
    const ghost = state.ghost;
    this.ghost.visible = ghost !== null && ghost.at[0] < state.peel;
    if (!ghost) return;
    const name = `${ghost.colour}${ghost.legal}`;
    if (this.ghost.name !== name) {
      (this.ghost.material as { dispose?(): void }).dispose?.();
      const material = marbleMaterial(ghost.colour, this.bakery?.marble() ?? null) as MeshPhysicalMaterial;
      material.transparent = true;
      material.opacity = ghost.legal ? 0.7 : 0.3;
      material.depthWrite = false;
      this.ghost.material = material;
      this.ghost.name = name;
    }
    centre(state, ghost.at, this.ghost.position);
  }

  private half(): number {
    return this.state ? Math.max(boardWidth(this.state.columns), boardWidth(this.state.rows)) / 2 : 1;
  }

  /** As near as the board's edges and the balls at them allow, by the zoom. */
  private distance(): number {
    const { azimuth, tilt, zoom } = this.orbit.stand;
    if (!this.state) return 1;
    const up = Math.tan((kFieldOfView * Math.PI) / 360);
    const side = up * this.camera.aspect;
    const [sinA, cosA, sinT, cosT] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(tilt), Math.cos(tilt)];
    let fit = 0;
    for (const [inset, y] of [
      [-0.18, 0],
      [kMargin - kRadius, kSeat + kRadius],
    ] as const) {
      const halfX = boardWidth(this.state.columns) / 2 - inset;
      const halfZ = boardWidth(this.state.rows) / 2 - inset;
      for (const x of [-halfX, halfX])
        for (const z of [-halfZ, halfZ]) {
          const across = x * cosA - z * sinA;
          const back = x * sinA + z * cosA; // towards the viewer, on the board
          const near = back * sinT + y * cosT;
          fit = Math.max(fit, Math.abs(across) / side + near, Math.abs(y * sinT - back * cosT) / up + near);
        }
    }
    return fit / zoom;
  }

  private aim(): void {
    const { azimuth, tilt, x, z } = this.orbit.stand;
    const distance = this.distance();
    const flatDistance = distance * Math.sin(tilt);
    this.camera.up.set(-Math.sin(azimuth), 0, -Math.cos(azimuth));
    if (tilt > 0.001) this.camera.up.set(0, 1, 0);
    this.camera.position.set(x + flatDistance * Math.sin(azimuth), distance * Math.cos(tilt), z + flatDistance * Math.cos(azimuth));
    this.camera.near = distance * 0.1;
    this.camera.far = distance * 4;
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(x, 0, z);
    this.camera.updateMatrixWorld();
  }
}
