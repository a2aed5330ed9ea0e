// Materials of the 3D board: marbles with veins, wood or slate with turned hollows. Low quality leaves the shaders out.
import { Color, MeshLambertMaterial, MeshPhysicalMaterial, type Material, type Texture } from "three";
import type { Colour } from "./board_state";
import { kBoard, kMarble, kNoise } from "./glsl";
import { kHole, kSeat } from "./geometry";

export type Quality = "high" | "low";

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

export function marbleMaterial(colour: Colour, quality: Quality): Material {
  const stone = kStones[colour];
  if (quality === "low") return new MeshLambertMaterial({ color: stone.base });
  const material = new MeshPhysicalMaterial({
    color: stone.base,
    roughness: 0.34,
    metalness: 0,
    clearcoat: 1,
    clearcoatRoughness: 0.07,
    envMapIntensity: 1,
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms["uVein"] = { value: new Color(stone.vein) };
    shader.uniforms["uCloud"] = { value: new Color(stone.cloud) };
    shader.uniforms["uVeins"] = { value: stone.veins };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute vec3 aGrain;\nvarying vec3 vMarble;\nvarying float vUp;")
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        float a = aGrain.x * 6.2832, b = aGrain.y * 6.2832;
        mat3 turn = mat3(cos(a), 0.0, -sin(a), 0.0, 1.0, 0.0, sin(a), 0.0, cos(a)) *
                    mat3(1.0, 0.0, 0.0, 0.0, cos(b), sin(b), 0.0, -sin(b), cos(b));
        vMarble = turn * position * 2.0 + aGrain * 37.0;
        vUp = normal.y;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${kNoise}\n${kMarble}\nvarying float vUp;`)
      .replace("#include <color_fragment>", "diffuseColor.rgb = marble(diffuseColor.rgb);")
      // A ball hides the sky from its own underside: cheap ambient shade without a depth pass.
      .replace("#include <aomap_fragment>", `
        float sky = mix(0.34, 1.0, smoothstep(-0.7, 0.75, vUp));
        reflectedLight.indirectDiffuse *= sky;
        reflectedLight.indirectSpecular *= mix(0.35, 1.0, smoothstep(-0.7, 0.1, vUp));
        #ifdef USE_CLEARCOAT
          clearcoatSpecularIndirect *= mix(0.25, 1.0, smoothstep(-0.7, 0.1, vUp));
        #endif`);
  };
  material.customProgramCacheKey = () => "marble";
  return material;
}

const kBoards = {
  wood: { light: "#a8825f", dark: "#5f3f29", roughness: 0.55, clearcoat: 0.25 },
  slate: { light: "#848d92", dark: "#474f54", roughness: 0.62, clearcoat: 0.12 },
};

/** `occupied` has a texel a hole, 255 where a ball lies in it. */
export function boardMaterial(
  kind: "wood" | "slate",
  columns: number,
  rows: number,
  occupied: Texture,
  quality: Quality,
): Material {
  const look = kBoards[kind];
  const mean = new Color(look.light).lerp(new Color(look.dark), 0.4);
  if (quality === "low") return new MeshLambertMaterial({ color: mean });
  const material = new MeshPhysicalMaterial({
    color: "#ffffff",
    roughness: look.roughness,
    clearcoat: look.clearcoat,
    clearcoatRoughness: 0.35,
  });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, {
      uLight: { value: new Color(look.light) },
      uDark: { value: new Color(look.dark) },
      uWood: { value: kind === "wood" ? 1 : 0 },
      uHoles: { value: [columns, rows] },
      uHole: { value: kHole },
      uSeat: { value: kSeat },
      uOccupied: { value: occupied },
    });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vPlace;\nvarying vec3 vTop;")
      .replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nvPlace = (modelMatrix * vec4(position, 1.0)).xyz;\nvTop = normal;",
      );
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${kNoise}\n${kBoard}\nvarying vec3 vTop;\nfloat hollow;`)
      .replace(
        "#include <color_fragment>",
        `vec2 off = fromHole(vPlace);
        float r = length(off);
        float onTop = step(0.5, vTop.y);
        hollow = onTop * (1.0 - smoothstep(uHole - 0.012, uHole + 0.004, r));
        float rim = onTop * smoothstep(uHole - 0.01, uHole, r) * (1.0 - smoothstep(uHole + 0.012, uHole + 0.035, r));
        // Inside a hollow the eye sees wood that lies deeper.
        float depth = hollow * sqrt(max(0.0, 0.25 - r * r)) * 0.6;
        vec3 place = vPlace - vec3(0.0, depth, 0.0);
        diffuseColor.rgb = uWood > 0.5 ? wood(place) : slate(place);
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
