// The core, once it is loaded.
import { useEffect, useState } from "preact/hooks";
import type { Core } from "../wasm/core";
import { loadCore } from "../wasm/load";

export function useCore(): Core | null {
  const [core, setCore] = useState<Core | null>(null);
  useEffect(() => {
    let gone = false;
    loadCore().then(
      (loaded) => gone || setCore(loaded),
      (error: unknown) => console.error(error), // previews are off, playing by words works
    );
    return () => {
      gone = true;
    };
  }, []);
  return core;
}
