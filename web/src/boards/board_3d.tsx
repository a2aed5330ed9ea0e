// The 3D board as a component: a canvas that shows a BoardState and reports what was pointed at.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { listen, type GestureTarget } from "./scene/gestures";
import { PyramidScene, type Picked } from "./scene/pyramid_scene";
import { chosenQuality } from "./scene/quality";
import type { BoardHandle, BoardProps } from "./board_props";

const kTurn = 0.0075; // radians a pixel
const kPatienceMs = 3_000; // with a GPU that forgot the board, after a crash of its driver, say

type Latest = { readonly current: BoardProps };

export default function Board3d(props: BoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<PyramidScene | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const made = open(host.current as HTMLDivElement, canvas.current as HTMLCanvasElement, latest);
    if (!made) return latest.current.onFail?.();
    scene.current = made.scene;
    return () => {
      made.close();
      scene.current = null;
    };
  }, []);

  useEffect(() => scene.current?.show(props.state), [props.state]);

  return (
    <div class="board-surface" ref={host}>
      <canvas ref={canvas} data-testid="board-canvas" aria-hidden="true" />
    </div>
  );
}

/** null where this browser cannot show it. */
function open(box: HTMLElement, surface: HTMLCanvasElement, latest: Latest): { scene: PyramidScene; close(): void } | null {
  const quality = chosenQuality();
  let top = true;
  let scene: PyramidScene;
  try {
    scene = new PyramidScene(surface, quality, () => {
      surface.dataset["frames"] = String(Number(surface.dataset["frames"] ?? 0) + 1);
      if (top === scene.orbit.isTop()) return;
      top = !top;
      latest.current.onView?.(top);
    });
  } catch {
    return null;
  }
  surface.dataset["quality"] = quality;
  scene.smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches && quality === "high";
  const stop = listen(surface, handOn(surface, scene, latest));
  let patience: ReturnType<typeof setTimeout> | undefined;
  const lost = () => {
    patience = setTimeout(() => latest.current.onFail?.(), kPatienceMs);
  };
  const restored = () => latest.current.onRestored?.();
  surface.addEventListener("webglcontextlost", lost);
  surface.addEventListener("webglcontextrestored", restored);
  const fit = () => scene.resize(box.clientWidth, box.clientHeight, devicePixelRatio);
  const watch = new ResizeObserver(fit);
  watch.observe(box);
  fit();
  const { handle } = latest.current;
  if (handle) handle.current = handleOf(scene);
  // The letters on board and signs are painted once: again when the font has come.
  void document.fonts?.load('600 20px "Figtree Variable"').then(() => scene.fontsReady());
  const close = () => {
    stop();
    clearTimeout(patience);
    surface.removeEventListener("webglcontextlost", lost);
    surface.removeEventListener("webglcontextrestored", restored);
    watch.disconnect();
    scene.dispose();
    if (handle) handle.current = null;
  };
  return { scene, close };
}

function handOn(surface: HTMLCanvasElement, scene: PyramidScene, latest: Latest): GestureTarget {
  const pick = (x: number, y: number): Picked | null => {
    const area = surface.getBoundingClientRect();
    return scene.pick(((x - area.left) / area.width) * 2 - 1, 1 - ((y - area.top) / area.height) * 2);
  };
  return {
    hover: (x, y) => {
      const picked = pick(x, y);
      surface.style.cursor = picked?.on === "spot" ? "pointer" : "grab";
      latest.current.onHover(picked?.on === "spot" ? picked.at : null);
    },
    leave: () => latest.current.onHover(null),
    tap: (x, y, touch) => latest.current.onTap(pick(x, y), touch),
    hold: (x, y) => latest.current.onHover(pick(x, y)?.at ?? null),
    turn: (dx, dy) => {
      scene.orbit.turn(-dx * kTurn, -dy * kTurn);
      scene.moved();
    },
    pan: (dx, dy) => {
      const unit = scene.unitsPerPixel(surface.clientHeight);
      scene.orbit.pan(-dx * unit, dy * unit);
      scene.moved();
    },
    zoom: (factor) => {
      scene.orbit.zoom(factor);
      scene.moved();
    },
  };
}

const handleOf = (scene: PyramidScene): BoardHandle => ({
  toTop: () => scene.toTop(),
  turn: (azimuth, tilt) => scene.glide({ azimuth: scene.orbit.stand.azimuth + azimuth, tilt: scene.orbit.stand.tilt + tilt }),
  zoom: (factor) => scene.glide({ zoom: scene.orbit.stand.zoom * factor }),
  scroll: () => {},
});
