// The 3D board as a component: a canvas that shows a BoardState and reports what was pointed at.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { listen } from "./scene/gestures";
import { PyramidScene, type Picked } from "./scene/pyramid_scene";
import { chosenQuality } from "./scene/quality";
import type { BoardProps } from "./board_props";

const kTurn = 0.0075; // radians a pixel
const kPatienceMs = 3_000; // with a GPU that forgot the board, after a crash of its driver, say

export default function Board3d(props: BoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<PyramidScene | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const box = host.current as HTMLDivElement;
    const surface = canvas.current as HTMLCanvasElement;
    const quality = chosenQuality();
    let top = true;
    let made: PyramidScene;
    try {
      made = new PyramidScene(surface, quality, () => {
        surface.dataset["frames"] = String(Number(surface.dataset["frames"] ?? 0) + 1);
        if (top === made.orbit.isTop()) return;
        top = !top;
        latest.current.onView?.(top);
      });
    } catch {
      latest.current.onFail?.();
      return;
    }
    scene.current = made;
    surface.dataset["quality"] = quality;
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    made.smooth = !calm.matches && quality === "high";

    const pick = (x: number, y: number): Picked | null => {
      const area = surface.getBoundingClientRect();
      return made.pick(((x - area.left) / area.width) * 2 - 1, 1 - ((y - area.top) / area.height) * 2);
    };
    const stop = listen(surface, {
      hover: (x, y) => {
        const picked = pick(x, y);
        surface.style.cursor = picked?.on === "spot" ? "pointer" : "grab";
        latest.current.onHover(picked?.on === "spot" ? picked.at : null);
      },
      leave: () => latest.current.onHover(null),
      tap: (x, y, touch) => latest.current.onTap(pick(x, y), touch),
      hold: (x, y) => latest.current.onHover(pick(x, y)?.at ?? null),
      turn: (dx, dy) => {
        made.orbit.turn(-dx * kTurn, -dy * kTurn);
        made.moved();
      },
      pan: (dx, dy) => {
        const unit = made.unitsPerPixel(surface.clientHeight);
        made.orbit.pan(-dx * unit, dy * unit);
        made.moved();
      },
      zoom: (factor) => {
        made.orbit.zoom(factor);
        made.moved();
      },
    });
    let patience: ReturnType<typeof setTimeout> | undefined;
    const lost = () => {
      patience = setTimeout(() => latest.current.onFail?.(), kPatienceMs);
    };
    const restored = () => latest.current.onRestored?.();
    surface.addEventListener("webglcontextlost", lost);
    surface.addEventListener("webglcontextrestored", restored);
    const watch = new ResizeObserver(() => made.resize(box.clientWidth, box.clientHeight, devicePixelRatio));
    watch.observe(box);
    made.resize(box.clientWidth, box.clientHeight, devicePixelRatio);
    if (props.handle)
      props.handle.current = {
        toTop: () => made.toTop(),
        turn: (azimuth, tilt) => made.glide({ azimuth: made.orbit.stand.azimuth + azimuth, tilt: made.orbit.stand.tilt + tilt }),
        zoom: (factor) => made.glide({ zoom: made.orbit.stand.zoom * factor }),
        scroll: () => {},
      };
    // The letters on board and signs are painted once: again when the font has come.
    void document.fonts?.load('600 20px "Figtree Variable"').then(() => made.fontsReady());
    return () => {
      stop();
      clearTimeout(patience);
      surface.removeEventListener("webglcontextlost", lost);
      surface.removeEventListener("webglcontextrestored", restored);
      watch.disconnect();
      made.dispose();
      scene.current = null;
      if (props.handle) props.handle.current = null;
    };
  }, []);

  useEffect(() => scene.current?.show(props.state), [props.state]);

  return (
    <div class="board-surface" ref={host}>
      <canvas ref={canvas} data-testid="board-canvas" aria-hidden="true" />
    </div>
  );
}
