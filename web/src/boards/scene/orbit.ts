// Where the camera stands: looking down by default, free to orbit, pan and zoom, with smooth returns. Pure numbers.

export interface Stand {
  azimuth: number; // radians; 0 looks from the first row
  tilt: number; // radians from straight down
  zoom: number; // 1 fits the board
  x: number; // what is looked at, on the board's plane
  z: number;
}

export const kTop: Stand = { azimuth: 0, tilt: 0, zoom: 1, x: 0, z: 0 };
const kMostTilt = (80 * Math.PI) / 180;
const kGlideMs = 350;

export class Orbit {
  stand: Stand = { ...kTop };
  private from: Stand | null = null;
  private to: Stand = { ...kTop };
  private started = 0;

  constructor(private readonly reach: () => number) {} // how far from the centre one may look

  isTop(): boolean {
    const goal = this.from ? this.to : this.stand;
    return goal.tilt === 0 && goal.azimuth === 0 && goal.zoom === 1 && goal.x === 0 && goal.z === 0;
  }

  turn(byAzimuth: number, byTilt: number): void {
    this.set({ ...this.stand, azimuth: this.stand.azimuth + byAzimuth, tilt: this.stand.tilt + byTilt });
  }

  zoom(factor: number): void {
    this.set({ ...this.stand, zoom: this.stand.zoom * factor });
  }

  /** Moves the looked-at place by world units in the screen's directions. */
  pan(right: number, up: number): void {
    const { azimuth } = this.stand;
    const x = this.stand.x + right * Math.cos(azimuth) - up * Math.sin(azimuth);
    const z = this.stand.z - right * Math.sin(azimuth) - up * Math.cos(azimuth);
    this.set({ ...this.stand, x, z });
  }

  glide(to: Stand, now: number, smooth: boolean): void {
    if (!smooth) return this.set(to);
    const turns = Math.round((this.stand.azimuth - to.azimuth) / (2 * Math.PI)); // the short way round
    this.from = { ...this.stand, azimuth: this.stand.azimuth - turns * 2 * Math.PI };
    this.to = { ...to };
    this.started = now;
  }

  /** Returns whether another frame is needed. */
  step(now: number): boolean {
    if (!this.from) return false;
    const t = Math.min(1, Math.max(0, (now - this.started) / kGlideMs));
    const ease = t * t * (3 - 2 * t);
    const mix = (a: number, b: number) => a + (b - a) * ease;
    const { from, to } = this;
    this.stand = {
      azimuth: mix(from.azimuth, to.azimuth),
      tilt: mix(from.tilt, to.tilt),
      zoom: mix(from.zoom, to.zoom),
      x: mix(from.x, to.x),
      z: mix(from.z, to.z),
    };
    if (t >= 1) {
      this.stand = { ...to };
      this.from = null;
    }
    return t < 1;
  }

  private set(stand: Stand): void {
    const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
    const reach = this.reach();
    this.from = null;
    this.stand = {
      azimuth: stand.azimuth,
      tilt: clamp(stand.tilt, 0, kMostTilt),
      zoom: clamp(stand.zoom, 0.6, 5),
      x: clamp(stand.x, -reach, reach),
      z: clamp(stand.z, -reach, reach),
    };
  }
}
