// Draws signs as one instanced mesh: facing the viewer on pieces, lying flat on the board and on empty places.
import { Color, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, PlaneGeometry, ShaderMaterial, type Texture, type Vector3 } from "three";
import { cellOf, kCellUv, type Glyph } from "./sign_atlas";

export interface Drawn {
  glyph: Glyph;
  cell?: readonly [number, number]; // of another atlas than that of the glyphs
  at: Vector3;
  size: number;
  lift: number; // towards the viewer, or up when flat
  shift?: readonly [right: number, up: number]; // as the viewer sees it; not when flat
  flat: boolean;
  tint: string;
  edge: string;
  opacity?: number;
}

const kVertex = /* glsl */ `
uniform float uCell; // a cell's side in the atlas
attribute vec3 aAt;
attribute vec2 aCell;
attribute vec3 aShape; // size, lift, flat
attribute vec2 aShift;
attribute vec3 aTint;
attribute vec3 aEdge;
attribute float aOpacity;
varying vec2 vUv;
varying vec3 vTint;
varying vec3 vEdge;
varying float vOpacity;
void main() {
  vUv = vec2((aCell.x + uv.x) * uCell, 1.0 - (aCell.y + 1.0 - uv.y) * uCell);
  vTint = aTint;
  vEdge = aEdge;
  vOpacity = aOpacity;
  vec4 seen;
  if (aShape.z > 0.5) {
    seen = viewMatrix * vec4(aAt + vec3(position.x * aShape.x, aShape.y, -position.y * aShape.x), 1.0);
  } else {
    seen = viewMatrix * vec4(aAt, 1.0);
    seen.xyz += normalize(-seen.xyz) * aShape.y;
    seen.xy += position.xy * aShape.x + aShift;
  }
  gl_Position = projectionMatrix * seen;
}`;

const kFragment = /* glsl */ `
uniform sampler2D uAtlas;
varying vec2 vUv;
varying vec3 vTint;
varying vec3 vEdge;
varying float vOpacity;
void main() {
  vec2 mask = texture2D(uAtlas, vUv).rg;
  float alpha = clamp(mask.r + mask.g, 0.0, 1.0);
  if (alpha < 0.02) discard;
  gl_FragColor = vec4(mix(vEdge, vTint, mask.r / max(0.001, mask.r + mask.g)), alpha * vOpacity);
  #include <colorspace_fragment>
}`;

const kNoShift = [0, 0] as const;

export class SignLayer extends Mesh<InstancedBufferGeometry, ShaderMaterial> {
  private room = 0;

  constructor(atlas: Texture, through: boolean, cell = kCellUv) {
    const plane = new PlaneGeometry(1, 1);
    const geometry = new InstancedBufferGeometry();
    geometry.index = plane.index;
    geometry.setAttribute("position", plane.getAttribute("position"));
    geometry.setAttribute("uv", plane.getAttribute("uv"));
    geometry.instanceCount = 0;
    const material = new ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms: { uAtlas: { value: atlas }, uCell: { value: cell } },
      transparent: true,
      depthWrite: false,
      depthTest: !through,
      toneMapped: false,
    });
    super(geometry, material);
    this.frustumCulled = false;
    this.renderOrder = through ? 20 : 10;
  }

  draw(signs: readonly Drawn[]): void {
    this.geometry.instanceCount = signs.length;
    this.visible = signs.length > 0;
    if (!this.visible) return;
    if (signs.length > this.room) {
      this.room = Math.ceil(signs.length * 1.5) + 8;
      this.geometry.dispose();
      const add = (name: string, size: number) => this.geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(size * this.room), size));
      add("aAt", 3);
      add("aCell", 2);
      add("aShape", 3);
      add("aShift", 2);
      add("aTint", 3);
      add("aEdge", 3);
      add("aOpacity", 1);
    }
    const of = (name: string) => this.geometry.getAttribute(name) as InstancedBufferAttribute;
    const tint = new Color();
    const edge = new Color();
    signs.forEach((sign, i) => {
      tint.set(sign.tint);
      edge.set(sign.edge);
      of("aAt").setXYZ(i, sign.at.x, sign.at.y, sign.at.z);
      of("aCell").setXY(i, ...(sign.cell ?? cellOf(sign.glyph)));
      of("aShape").setXYZ(i, sign.size, sign.lift, sign.flat ? 1 : 0);
      of("aShift").setXY(i, ...(sign.shift ?? kNoShift));
      of("aTint").setXYZ(i, tint.r, tint.g, tint.b);
      of("aEdge").setXYZ(i, edge.r, edge.g, edge.b);
      of("aOpacity").setX(i, sign.opacity ?? 1);
    });
    for (const name of ["aAt", "aCell", "aShape", "aShift", "aTint", "aEdge", "aOpacity"]) of(name).needsUpdate = true;
  }

  setAtlas(atlas: Texture): void {
    const uniform = this.material.uniforms["uAtlas"];
    if (!uniform) return;
    (uniform.value as Texture).dispose();
    uniform.value = atlas;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
