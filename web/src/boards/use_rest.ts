// A finger that rests on a place shows what a move there would do, and does not play it when it is lifted.
import { useEffect, useMemo } from "preact/hooks";

const kRestMs = 450;

export interface Rest {
  begin(show: () => void): void;
  end(): boolean; // whether the finger rested
}

export function useRest(): Rest {
  const rest = useMemo(() => {
    let timer = 0;
    let rested = false;
    return {
      begin: (show: () => void) => {
        clearTimeout(timer);
        rested = false;
        timer = window.setTimeout(() => {
          rested = true;
          show();
        }, kRestMs);
      },
      end: () => {
        clearTimeout(timer);
        const was = rested;
        rested = false;
        return was;
      },
    };
  }, []);
  useEffect(() => () => void rest.end(), [rest]);
  return rest;
}
