// The grain of a wooden board as a few curves: long lines that run up the board and bend around a knot's ghost now and
// then. Made of numbers, not of pixels, so it is sharp at every size; the same for the same size. Pure.

/** Lines of one strength that lie beside each other: a browser that draws a part of the board passes over those elsewhere. */
export interface Grain {
  path: string;
  width: number;
  opacity: number;
}

/** A number from 0 to 1 that depends on `i` alone. */
const noise = (i: number): number => {
  const wave = Math.sin(i * 12.9898) * 43758.5453;
  return wave - Math.floor(wave);
};
const short = (value: number): string => value.toFixed(2);

const kStrengths = [
  { every: 0.36, width: 0.04, opacity: 0.14 },
  { every: 0.95, width: 0.11, opacity: 0.1 },
] as const;
const kPieces = 4; // of a line
const kBeside = 3; // places: so wide is one path
const kRim = 0.7; // a line bends no further, so that none leaves the board

const known = new Map<string, readonly Grain[]>();

/** For a board of this size, in units of one place. */
export function grainOf(width: number, height: number): readonly Grain[] {
  const key = `${width} ${height}`;
  const found = known.get(key);
  if (found) return found;
  const made = kStrengths.flatMap(({ every, width: thick, opacity }, strength) => {
    const paths: string[] = [];
    for (let at = kRim, i = 100 * strength; at < width - kRim; ++i) {
      const beside = Math.floor(at / kBeside);
      paths[beside] = (paths[beside] ?? "") + line(at, height, i);
      at += every * (0.55 + 0.9 * noise(i));
    }
    return paths.map((path) => ({ path, width: thick, opacity })); // no two lines touch, so that each is as strong as in one path
  });
  known.set(key, made);
  return made;
}

/** From the top to the bottom. Neighbours bend alike: the bend follows the place, and only a little the line. */
function line(x: number, height: number, i: number): string {
  const step = height / kPieces;
  const bend = (down: number) => 0.34 * Math.sin(0.33 * x + 0.21 * down) + 0.22 * Math.sin(0.13 * x - 0.16 * down + 2) + 0.06 * noise(i + down);
  let path = `M${short(x + bend(0))} 0`;
  for (let piece = 1; piece <= kPieces; ++piece) {
    const down = piece * step;
    path += `S${short(x + bend(down - step / 2))} ${short(down - step / 3)} ${short(x + bend(down))} ${short(down)}`;
  }
  return path;
}
