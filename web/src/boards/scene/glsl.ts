// Shader pieces shared by the materials: noise, veins of marble, grain of wood and slate, the hollows of the board.

export const kNoise = /* glsl */ `
float hash31(vec3 p) {
  p = fract(p * 0.1031);
  p += dot(p, p.zyx + 31.32);
  return fract((p.x + p.y) * p.z);
}
float noise3(vec3 p) {
  vec3 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(mix(hash31(i), hash31(i + vec3(1, 0, 0)), f.x), mix(hash31(i + vec3(0, 1, 0)), hash31(i + vec3(1, 1, 0)), f.x), f.y),
    mix(mix(hash31(i + vec3(0, 0, 1)), hash31(i + vec3(1, 0, 1)), f.x), mix(hash31(i + vec3(0, 1, 1)), hash31(i + vec3(1, 1, 1)), f.x), f.y),
    f.z);
}
float fbm(vec3 p) {
  float sum = 0.0, weight = 0.5;
  for (int i = 0; i < 4; ++i) { sum += weight * noise3(p); p = p * 2.03 + 11.7; weight *= 0.5; }
  return sum;
}`;

/** Two patterns of a marble by the way from its centre: how cloudy and how veined it is there, 0 to 1 each. */
export const kMarblePattern = /* glsl */ `
vec2 marblePattern(vec3 p) {
  float cloud = fbm(p * 1.3);
  vec3 warped = p * 1.7 + 1.6 * vec3(fbm(p * 1.9 + 3.1), fbm(p * 1.9 + 7.7), fbm(p * 1.9 + 13.3));
  float ridge = 1.0 - abs(2.0 * fbm(warped) - 0.94);
  float fine = 1.0 - abs(2.0 * fbm(warped * 2.1 + 5.0) - 0.94);
  float veins = smoothstep(0.90, 1.0, ridge) + 0.45 * smoothstep(0.93, 1.0, fine);
  return vec2(smoothstep(0.35, 0.75, cloud), veins / 1.45);
}
vec4 marblePatterns(vec3 way) {
  return vec4(marblePattern(way + vec3(11.3, 24.1, 5.2)), marblePattern(way + vec3(30.7, 3.9, 18.4)));
}`;

/** Colour of a marble from its pattern. Uniforms: vein and cloud colours and the veins' strength. */
export const kMarble = /* glsl */ `
uniform samplerCube uPattern;
uniform vec3 uVein;
uniform vec3 uCloud;
uniform float uVeins;
varying vec3 vMarble;   // the way from the centre, each marble turned its own way
varying float vKind;    // which of the two patterns
vec3 marble(vec3 base) {
  vec4 both = textureCube(uPattern, vMarble, -0.8);  // veins stay crisp
  vec2 pattern = vKind < 0.5 ? both.rg : both.ba;
  vec3 colour = mix(base, uCloud, pattern.x * 0.75);
  return mix(colour, uVein, clamp(pattern.y * 1.45 * uVeins, 0.0, 1.0));
}`;

/** Wood (grain along x) or slate, in the world's space. */
export const kBoard = /* glsl */ `
uniform vec3 uLight;
uniform vec3 uDark;
uniform float uWood;
uniform vec2 uHoles;   // columns, rows
uniform float uHole;   // radius of the rim
uniform float uSeat;   // height of a ball's centre
uniform sampler2D uOccupied;  // a texel a hole, row 0 of the texture is the farthest row
varying vec3 vPlace;
vec3 wood(vec3 p) {
  vec3 q = vec3(p.x * 0.11, p.y * 0.9 + 4.3, p.z * 0.62 + 1.4);
  float bend = fbm(q * vec3(1.6, 0.7, 0.9)) * 1.5;
  float rings = length(q.yz + bend * 0.55) * 7.5 + bend * 1.2;
  float ring = fract(rings);
  float late = smoothstep(0.25, 0.92, ring) * (1.0 - smoothstep(0.92, 1.0, ring));
  float fibre = noise3(vec3(p.x * 2.2, p.y * 38.0, p.z * 46.0));
  float pores = smoothstep(0.74, 0.95, noise3(vec3(p.x * 5.0, p.y * 60.0, p.z * 95.0)));
  float tone = fbm(vec3(p.x * 0.35, p.z * 0.8, 2.0));
  vec3 colour = mix(uLight, uDark, 0.12 + 0.46 * late + 0.26 * (fibre - 0.5) + 0.45 * (tone - 0.45));
  return colour * (1.0 - 0.16 * pores);
}
vec3 slate(vec3 p) {
  float layers = fbm(vec3(p.x * 1.1, p.y * 6.0, p.z * 1.7));
  float speck = noise3(p * 42.0);
  float wisps = smoothstep(0.90, 1.0, 1.0 - abs(2.0 * fbm(p * vec3(0.7, 3.0, 1.1) + 9.0) - 0.95));
  return mix(uDark, uLight, 0.75 * layers + 0.18 * (speck - 0.5)) + 0.03 * wisps;
}
// Distance vector from the nearest hole's centre, in the board's plane.
vec2 fromHole(vec3 p) {
  vec2 half_ = (uHoles - 1.0) * 0.5;
  return p.xz - (clamp(round(p.xz + half_), vec2(0.0), uHoles - 1.0) - half_);
}
// Colour of the ground at a place; on the top the eye sees ground that lies deeper where a hollow is.
vec3 grainAt(vec3 p, bool onTop) {
  vec2 off = fromHole(p);
  float r = length(off);
  if (onTop && r < uHole) p.y -= sqrt(max(0.0, 0.25 - r * r)) * 0.6 * (1.0 - smoothstep(uHole - 0.012, uHole + 0.004, r));
  return uWood > 0.5 ? wood(p) : slate(p);
}
// How much of the sky the balls in the holes around leave to a point of the board: each hides R²h/d³ of it.
float openSky(vec3 p) {
  vec2 half_ = (uHoles - 1.0) * 0.5;
  vec2 home = round(p.xz + half_);
  float hidden = 0.0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      vec2 cell = home + vec2(float(i), float(j));
      if (any(lessThan(cell, vec2(0.0))) || any(greaterThan(cell, uHoles - 1.0))) continue;
      float ball = texture2D(uOccupied, (cell + 0.5) / uHoles).r;
      vec2 d = p.xz - (cell - half_);
      float far = sqrt(dot(d, d) + uSeat * uSeat);
      hidden += ball * max(0.0, 0.25 * uSeat / (far * far * far) - 0.026);  // nothing beyond the cells looked at
    }
  return 1.0 - clamp(hidden, 0.0, 0.94);
}`;
