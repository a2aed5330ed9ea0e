// Patterns of the 3D board that are costly to reckon, painted once into textures: the veins of marble, the grain of the
// board's top. A frame then looks them up; reckoned anew at every pixel they cost an integrated GPU more than all the rest.
import {
  BackSide,
  BoxGeometry,
  CubeCamera,
  LinearMipmapLinearFilter,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  WebGLCubeRenderTarget,
  WebGLRenderTarget,
  type CubeTexture,
  type Texture,
  type WebGLRenderer,
} from "three";
import { kBoard, kMarblePattern, kNoise } from "./glsl";
import { boardWidth } from "./geometry";
import { boardUniforms, type Ground } from "./materials";

const kFace = 512; // texels along a face of the marbles' pattern
const kTop = 2048; // texels along the longer side of the board's top

export class Bakery {
  private pattern: WebGLCubeRenderTarget | null = null;
  private top: WebGLRenderTarget | null = null;
  private topOf = "";

  constructor(private readonly renderer: WebGLRenderer) {}

  /** Two patterns of a marble by direction from its centre: clouds and veins in red and green, others in blue and alpha. */
  marble(): CubeTexture {
    if (!this.pattern) {
      this.pattern = new WebGLCubeRenderTarget(kFace, { generateMipmaps: true, minFilter: LinearMipmapLinearFilter });
      const material = new ShaderMaterial({
        side: BackSide,
        vertexShader: "varying vec3 vWay; void main() { vWay = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
        fragmentShader: `varying vec3 vWay;\n${kNoise}\n${kMarblePattern}\nvoid main() { gl_FragColor = marblePatterns(normalize(vWay)); }`,
      });
      const scene = new Scene().add(new Mesh(new BoxGeometry(2, 2, 2), material));
      new CubeCamera(0.1, 10, this.pattern).update(this.renderer, scene);
      free(scene);
    }
    return this.pattern.texture;
  }

  /** The colour of the board's top, its hollows among it, as square roots. */
  boardTop(ground: Ground): Texture {
    const key = JSON.stringify([ground.kind, ground.columns, ground.rows]);
    if (this.top && this.topOf === key) return this.top.texture;
    this.top?.dispose();
    const [width, depth] = [boardWidth(ground.columns), boardWidth(ground.rows)];
    const scale = kTop / Math.max(width, depth);
    this.top = new WebGLRenderTarget(Math.round(width * scale), Math.round(depth * scale), {
      generateMipmaps: true,
      minFilter: LinearMipmapLinearFilter,
      anisotropy: 8,
      depthBuffer: false,
    });
    const material = new ShaderMaterial({
      uniforms: boardUniforms(ground),
      vertexShader: `varying vec3 vPlace; void main() {
        vPlace = vec3(position.x * ${width.toFixed(4)}, 0.0, -position.y * ${depth.toFixed(4)});
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
      fragmentShader: `${kNoise}\n${kBoard}\nvoid main() { gl_FragColor = vec4(sqrt(max(vec3(0.0), grainAt(vPlace, true))), 1.0); }`,
    });
    const scene = new Scene().add(new Mesh(new PlaneGeometry(1, 1), material));
    const before = this.renderer.getRenderTarget();
    this.renderer.setRenderTarget(this.top);
    this.renderer.render(scene, new OrthographicCamera(-0.5, 0.5, 0.5, -0.5, -1, 1));
    this.renderer.setRenderTarget(before);
    free(scene);
    this.topOf = key;
    return this.top.texture;
  }

  dispose(): void {
    this.pattern?.dispose();
    this.top?.dispose();
  }
}

function free(scene: Scene): void {
  for (const part of scene.children)
    if (part instanceof Mesh) {
      part.geometry.dispose();
      (part.material as ShaderMaterial).dispose();
    }
}
