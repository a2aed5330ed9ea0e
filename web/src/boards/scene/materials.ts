// Materials of the 3D board: marbles with veins, wood or slate with turned hollows. Low quality leaves the shaders out.
import { Color, MeshLambertMaterial, MeshPhongMaterial, MeshPhysicalMaterial, type CubeTexture, type Material, type Texture } from "three";
import type { Colour } from "../../state/board_state";
import { kBoard, kMarble, kNoise } from "./glsl";
import { boardWidth, kHole, kSeat } from "./geometry";

interface Stone {
  base: string;
  cloud: string;
  vein: string;
  veins: number;
}

// Carrara, Nero Marquina, Rosso Levanto, lapis lazuli; plain granite for neutral blockers.
const kStones: Record<Colour, Stone> = {
  white: { base: "#f6f2e9", cloud: "#e7e1d6", vein: "#a5a098", veins: 0.6 },
  black: { base: "#17181c", cloud: "#24262c", vein: "#9aa0aa", veins: 0.34 },
  red: { base: "#9c1f1c", cloud: "#c2452f", vein: "#5a0f12", veins: 0.8 },
  blue: { base: "#173f97", cloud: "#2b62c4", vein: "#d9c58a", veins: 0.55 },
  none: { base: "#8b8a86", cloud: "#6f6e6b", vein: "#b5b4b0", veins: 0.4 },
};

export function stoneColour(colour: Colour): string {
  return kStones[colour].base;
}

/** `pattern`: of the bakery; without one the marble is plain. */
export function marbleMaterial(colour: Colour, pattern: CubeTexture | null): Material {
  const stone = kStones[colour];
  // A shine and a base that is not quite black keep balls apart that lie on one another.
  if (!pattern) return new MeshPhongMaterial({ color: new Color(stone.base).lerp(new Color(stone.vein), 0.1), specular: "#5a5a5a", shininess: 40 });
  const material = new MeshPhysicalMaterial({
    color: stone.base,
    roughness: 0.34,
    metalness: 0,
    clearcoat: 1,
    clearcoatRoughness: 0.07,
    envMapIntensity: 1,
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms["uPattern"] = { value: pattern };
    shader.uniforms["uVein"] = { value: new Color(stone.vein) };
    shader.uniforms["uCloud"] = { value: new Color(stone.cloud) };
    shader.uniforms["uVeins"] = { value: stone.veins };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute vec3 aGrain;\nvarying vec3 vMarble;\nvarying float vKind;\nvarying float vUp;")
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        vec3 by = aGrain * 6.2832, c = cos(by), s = sin(by);
        mat3 turn = mat3(c.x, 0.0, -s.x, 0.0, 1.0, 0.0, s.x, 0.0, c.x) *
                    mat3(1.0, 0.0, 0.0, 0.0, c.y, s.y, 0.0, -s.y, c.y) *
                    mat3(c.z, 0.0, -s.z, 0.0, 1.0, 0.0, s.z, 0.0, c.z);
        vMarble = turn * position;
        vKind = fract(aGrain.x * 5.0);
        vUp = normal.y;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${kMarble}\nvarying float vUp;`)
      .replace("#include <color_fragment>", "diffuseColor.rgb = marble(diffuseColor.rgb);")
      // A ball hides the sky from its own underside: cheap ambient shade without a depth pass.
      .replace(
        "#include <aomap_fragment>",
        `
        float sky = mix(0.34, 1.0, smoothstep(-0.7, 0.75, vUp));
        reflectedLight.indirectDiffuse *= sky;
        reflectedLight.indirectSpecular *= mix(0.35, 1.0, smoothstep(-0.7, 0.1, vUp));
        #ifdef USE_CLEARCOAT
          clearcoatSpecularIndirect *= mix(0.25, 1.0, smoothstep(-0.7, 0.1, vUp));
        #endif`,
      );
  };
  material.customProgramCacheKey = () => "marble";
  return material;
}

const kBoards = {
  wood: { light: "#a8825f", dark: "#5f3f29", roughness: 0.55, clearcoat: 0.25 },
  slate: { light: "#848d92", dark: "#474f54", roughness: 0.62, clearcoat: 0.12 },
};

export interface Ground {
  kind: keyof typeof kBoards;
  columns: number;
  rows: number;
}

/** What the grain of a board depends on. */
export const boardUniforms = ({ kind, columns, rows }: Ground) => ({
  uLight: { value: new Color(kBoards[kind].light) },
  uDark: { value: new Color(kBoards[kind].dark) },
  uWood: { value: kind === "wood" ? 1 : 0 },
  uHoles: { value: [columns, rows] },
  uHole: { value: kHole },
  uSeat: { value: kSeat },
});

/** `occupied` has a texel a hole, 255 where a ball lies in it; `top` is of the bakery: without it the board is plain. */
export function boardMaterial(ground: Ground, occupied: Texture, top: Texture | null): Material {
  const look = kBoards[ground.kind];
  const mean = new Color(look.light).lerp(new Color(look.dark), 0.4);
  if (!top) return new MeshLambertMaterial({ color: mean });
  const material = new MeshPhysicalMaterial({
    color: "#ffffff",
    roughness: look.roughness,
    clearcoat: look.clearcoat,
    clearcoatRoughness: 0.35,
  });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, boardUniforms(ground), {
      uOccupied: { value: occupied },
      uTop: { value: top },
      uSides: { value: [boardWidth(ground.columns), boardWidth(ground.rows)] },
    });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vPlace;\nvarying vec3 vTop;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvPlace = (modelMatrix * vec4(position, 1.0)).xyz;\nvTop = normal;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${kNoise}\n${kBoard}\nuniform sampler2D uTop;\nuniform vec2 uSides;\nvarying vec3 vTop;\nfloat hollow;`)
      .replace(
        "#include <color_fragment>",
        `vec2 off = fromHole(vPlace);
        float r = length(off);
        float onTop = step(0.5, vTop.y);
        hollow = onTop * (1.0 - smoothstep(uHole - 0.012, uHole + 0.004, r));
        float rim = onTop * smoothstep(uHole - 0.01, uHole, r) * (1.0 - smoothstep(uHole + 0.012, uHole + 0.035, r));
        vec3 grain = texture2D(uTop, vPlace.xz * vec2(1.0, -1.0) / uSides + 0.5).rgb;
        grain *= grain;
        if (onTop < 0.5) grain = grainAt(vPlace, false); // the sides are seldom seen, and small
        diffuseColor.rgb = grain;
        diffuseColor.rgb *= mix(1.0, 0.50 + 0.42 * r / uHole, hollow);
        diffuseColor.rgb *= 1.0 + 0.14 * rim;`,
      )
      .replace(
        "#include <aomap_fragment>",
        `float sky = mix(1.0, openSky(vPlace), onTop);
        reflectedLight.indirectDiffuse *= sky;
        reflectedLight.indirectSpecular *= sky;
        reflectedLight.directDiffuse *= mix(1.0, sky, 0.6);
        reflectedLight.directSpecular *= sky;
        clearcoatSpecularIndirect *= sky;`,
      )
      .replace(
        "#include <normal_fragment_maps>",
        `#include <normal_fragment_maps>
        if (hollow > 0.0) {
          vec3 cap = normalize(vec3(-off.x, sqrt(max(0.02, 0.22 - r * r)), -off.y));
          vec3 bent = normalize(mix(vec3(0.0, 1.0, 0.0), cap, hollow));
          normal = normalize((viewMatrix * vec4(bent, 0.0)).xyz);
        }`,
      );
  };
  material.customProgramCacheKey = () => "board";
  return material;
}
