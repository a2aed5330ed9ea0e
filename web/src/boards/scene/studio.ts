// Light: a soft studio reflected in the marbles, and one sun that throws the shadows.
import {
  BackSide,
  BoxGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from "three";
import type { Quality } from "./quality";

/** The surroundings that the marbles reflect: a warm dim room with a large window, a strip and a low fill. */
export function makeEnvironment(renderer: WebGLRenderer, dark: boolean): Texture {
  const room = new Scene();
  const box = new BoxGeometry();
  const panel = (colour: string, power: number, size: [number, number, number], at: [number, number, number]) => {
    const mesh = new Mesh(box, new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(power) }));
    mesh.scale.set(...size);
    mesh.position.set(...at);
    mesh.lookAt(0, 0, 0);
    room.add(mesh);
  };
  const walls = new Mesh(box, new MeshBasicMaterial({ color: dark ? "#757b86" : "#8d8f94", side: BackSide }));
  walls.scale.set(24, 16, 24);
  walls.position.y = 5;
  room.add(walls);
  panel("#fff3e0", 9, [6.2, 6.2, 0.1], [-6.5, 9.5, -4.5]); // window, upper left
  panel("#dfe9ff", 5, [1.6, 7, 0.1], [9, 5, -3]); // strip, right
  panel("#ffe9cf", 2.2, [7, 2.2, 0.1], [1, 5, 10.5]); // fill, near
  const generator = new PMREMGenerator(renderer);
  const texture = generator.fromScene(room, 0.025).texture;
  generator.dispose();
  box.dispose();
  return texture;
}

export function addLights(scene: Scene, quality: Quality): DirectionalLight | null {
  if (quality === "low") {
    const sun = new DirectionalLight("#fff4e4", 1.9);
    sun.position.set(-5, 8, -3);
    scene.add(new HemisphereLight("#ffffff", "#4a4038", 1.7), sun);
    return null;
  }
  scene.add(new HemisphereLight("#ffffff", "#6b5a48", 0.25));
  const sun = new DirectionalLight("#fff4e4", 2.0);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.radius = 9;
  sun.shadow.blurSamples = 16;
  sun.shadow.bias = -0.0003;
  sun.shadow.normalBias = 0.02;
  sun.shadow.intensity = 0.85;
  scene.add(sun, sun.target);
  return sun;
}

/** Fits the sun and its shadow to a board of this half width. */
export function aimSun(sun: DirectionalLight, half: number): void {
  sun.position.set(-0.62 * half * 2, 2.5 * half, -0.5 * half * 2);
  const camera = sun.shadow.camera;
  const reach = half * 1.75;
  camera.left = camera.bottom = -reach;
  camera.right = camera.top = reach;
  camera.near = 0.1;
  camera.far = half * 8;
  camera.updateProjectionMatrix();
}
